-- From version 1 of the database to version 2, which schema.sql describes. It never changes once a
-- version with it is out.

CREATE TABLE watcher (
    game   INTEGER NOT NULL REFERENCES game (id),
    player INTEGER NOT NULL REFERENCES player (id),
    since  INTEGER NOT NULL,
    told   INTEGER NOT NULL DEFAULT 0,
    at_end INTEGER NOT NULL DEFAULT 0 CHECK (at_end IN (0, 1)),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX watcher_player ON watcher (player);

ALTER TABLE game ADD COLUMN rematch_of INTEGER REFERENCES game (id);
CREATE INDEX game_rematch ON game (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE INDEX invitation_player ON invitation (player) WHERE player IS NOT NULL;

CREATE INDEX matter_game ON matter (game) WHERE game IS NOT NULL;

CREATE TABLE consent (
    game   INTEGER NOT NULL,
    seat   INTEGER NOT NULL,
    kind   TEXT NOT NULL CHECK (kind IN ('cancel', 'pause')),
    at     INTEGER NOT NULL,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
    PRIMARY KEY (game, kind, seat),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE press (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game (id),
    player  INTEGER NOT NULL REFERENCES player (id),
    line    INTEGER NOT NULL,
    said_at INTEGER NOT NULL,
    text    BLOB NOT NULL
) STRICT;
CREATE INDEX press_game ON press (game);
CREATE INDEX press_player ON press (player);

ALTER TABLE game ADD COLUMN paused_at INTEGER CHECK (paused_at IS NULL OR held_at IS NULL);

CREATE INDEX game_over ON game (ended_at, id) WHERE state = 'over';
DROP INDEX game_state;
CREATE INDEX game_state ON game (state, id);

ALTER TABLE seat ADD COLUMN starter INTEGER REFERENCES player (id);
ALTER TABLE seat ADD COLUMN result INTEGER;
ALTER TABLE seat ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
-- Out of the lines: the name with which each seat began, then what is told of it. A seat that
-- has another name now was handed on: whoever began there is looked for by theirs.
CREATE TEMP TABLE began AS
    SELECT game, row_number() OVER (PARTITION BY game ORDER BY seq) - 1 AS seat,
        substr(line, 6, instr(substr(line, 6) || ' ', ' ') - 1) AS nick
    FROM event WHERE line GLOB 'seat *';
UPDATE seat SET starter = iif(seat.nick = began.nick, seat.player, coalesce(
    (SELECT id FROM player WHERE nick = began.nick), seat.player))
FROM began WHERE began.game = seat.game AND began.seat = seat.seat;
UPDATE seat SET
    result = (SELECT CAST(substr(line, 9 + length(seat.nick)) AS INTEGER) FROM event
        WHERE game = seat.game AND line GLOB 'result ' || seat.nick || ' *'),
    turns = (SELECT count(*) FROM event WHERE game = seat.game
        AND (line GLOB 'move ' || began.nick || ' *' OR line GLOB 'discard ' || began.nick || ' *')
        AND line NOT GLOB '* by robot' AND line NOT GLOB 'move *Z 1'),
    absent = (SELECT count(*) FROM event WHERE game = seat.game
        AND (line GLOB 'move ' || began.nick || ' *' OR line GLOB 'discard ' || began.nick || ' *')
        AND line GLOB '* by clock')
FROM began, game WHERE began.game = seat.game AND began.seat = seat.seat
    AND game.id = seat.game AND game.state = 'over';
DROP TABLE began;

CREATE TABLE foreign_record (
    key      BLOB NOT NULL CHECK (length(key) = 32),
    game     INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    size     INTEGER NOT NULL,
    text     BLOB NOT NULL,
    PRIMARY KEY (key, game)
) STRICT;

ALTER TABLE blocked ADD COLUMN by_operator INTEGER NOT NULL DEFAULT 0 CHECK (by_operator IN (0, 1));
-- Until now only the operator could block.
UPDATE blocked SET by_operator = 1;

CREATE TABLE deed (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    game   INTEGER REFERENCES game (id),
    player INTEGER REFERENCES player (id),
    words  TEXT NOT NULL
) STRICT;
CREATE INDEX deed_game ON deed (game) WHERE game IS NOT NULL;
CREATE INDEX deed_player ON deed (player) WHERE player IS NOT NULL;
CREATE INDEX deed_all ON deed (id) WHERE game IS NULL AND player IS NULL;

CREATE TABLE calendar (
    game     INTEGER NOT NULL REFERENCES game (id),
    player   INTEGER NOT NULL REFERENCES player (id),
    turn     INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    sequence INTEGER NOT NULL CHECK (sequence >= 0),
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

ALTER TABLE player ADD COLUMN seal INTEGER NOT NULL DEFAULT 0 CHECK (seal IN (0, 1));
ALTER TABLE player ADD COLUMN page_at INTEGER;

-- A game that is over is its record, and takes a quarter of the room.
ALTER TABLE record RENAME TO old_record;
CREATE TABLE record (
    game  INTEGER PRIMARY KEY REFERENCES game (id),
    lines INTEGER NOT NULL,
    size  INTEGER NOT NULL,
    text  BLOB NOT NULL
) STRICT;
INSERT INTO record SELECT game, (SELECT max(seq) FROM event WHERE event.game = old_record.game),
    length(CAST(text AS BLOB)), packed(text) FROM old_record ORDER BY game;
DROP TABLE old_record;
DROP TRIGGER event_stays;
CREATE TRIGGER event_stays BEFORE DELETE ON event
WHEN NOT EXISTS (SELECT 1 FROM record WHERE game = OLD.game) BEGIN
    SELECT raise(ABORT, 'events are never deleted before their record is there');
END;
DROP TRIGGER event_next;
CREATE TRIGGER event_next BEFORE INSERT ON event
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM event WHERE game = NEW.game), 0)
    OR EXISTS (SELECT 1 FROM record WHERE game = NEW.game) BEGIN
    SELECT raise(ABORT, 'events have no gaps, and none follows the record');
END;
DELETE FROM event WHERE game IN (SELECT game FROM record);

CREATE TABLE evidence (
    game   INTEGER NOT NULL REFERENCES game (id),
    seq    INTEGER NOT NULL CHECK (seq >= 1),
    line   TEXT NOT NULL,
    secret BLOB,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE evidence_whole (
    game INTEGER PRIMARY KEY REFERENCES game (id),
    size INTEGER NOT NULL,
    text BLOB NOT NULL
) STRICT;
CREATE TABLE foreign_evidence (
    key  BLOB NOT NULL CHECK (length(key) = 32),
    game INTEGER NOT NULL,
    size INTEGER NOT NULL,
    text BLOB NOT NULL,
    PRIMARY KEY (key, game)
) STRICT;
ALTER TABLE plan ADD COLUMN word BLOB;

-- Asked with OR, which is quicker than IN. Tables that stay keep the IN of their checks: it means the
-- same.
DROP INDEX outbound_answers;
CREATE INDEX outbound_answers ON outbound (player, created_at)
    WHERE kind = 'answer' OR kind = 'refused' OR kind = 'unclear';

ALTER TABLE inbound ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbound ADD COLUMN next_at INTEGER NOT NULL DEFAULT 0;

-- Lines that were told are kept by the mail, and sealed.
CREATE TABLE known_lines (
    player INTEGER NOT NULL REFERENCES player (id),
    number INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (player, number)
) STRICT, WITHOUT ROWID;
INSERT INTO known_lines SELECT player, number, sealed_lines(player, hash)
FROM (SELECT player, hash, row_number() OVER (PARTITION BY player ORDER BY at) / 100 AS number
    FROM known_line)
GROUP BY player, number;
DELETE FROM known_lines WHERE number <=
    (SELECT max(number) FROM known_lines AS newest WHERE newest.player = known_lines.player) - 100;
DROP TABLE known_line;
