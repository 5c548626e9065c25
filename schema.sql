-- 23 by mail: the database of one referee.
--
-- Times are unix seconds, UTC. A game is its events: each is a line of its record (fairness: the
-- record), in its public form, with the secret part sealed beside it. A game that is over is its
-- record, which takes the events' place. Hands, scores and whose turn it is are folded from the lines
-- and never stored; columns of game and seat that repeat something from the lines are an index over
-- them, said so at the column.
-- Sealed columns are encrypted and padded under a key that is not in this file.
-- Of more than two values the allowed ones stand with OR between them: for IN SQLite would make a
-- table in memory, and throw it away, each time a row is written.

PRAGMA application_id = 0x32334d4c; -- "23ML"
PRAGMA user_version = 2; -- a change here is also a step in storage/to_version_2.sql

CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- ---- people ------------------------------------------------------------------------------------

CREATE TABLE player (
    id         INTEGER PRIMARY KEY,
    nick       TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(nick) BETWEEN 1 AND 20),
    language   TEXT NOT NULL DEFAULT '' CHECK (length(language) <= 8), -- '': not known yet
    timezone   TEXT NOT NULL DEFAULT 'UTC',
    quiet_from INTEGER NOT NULL DEFAULT 23 CHECK (quiet_from BETWEEN 0 AND 23), -- hour, local
    quiet_to   INTEGER NOT NULL DEFAULT 8 CHECK (quiet_to BETWEEN 0 AND 23),
    mail       TEXT NOT NULL DEFAULT 'all' CHECK (mail = 'all' OR mail = 'turn' OR mail = 'daily'),
    calendar   INTEGER NOT NULL DEFAULT 0 CHECK (calendar IN (0, 1)),
    private    INTEGER NOT NULL DEFAULT 0 CHECK (private IN (0, 1)),
    operator   INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1)),
    muted      INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)), -- by the operator: no press
    seal       INTEGER NOT NULL DEFAULT 0 CHECK (seal IN (0, 1)), -- what is private comes sealed to a key
    page_at    INTEGER, -- when the table in the browser was last sent; NULL: never
    created_at INTEGER NOT NULL,
    forgotten_at INTEGER
) STRICT;

-- Where a player may write from; mail goes to the main one. Stored in canonical form: the domain in
-- ASCII and lower case, the local part as it was given.
CREATE TABLE address (
    address      TEXT PRIMARY KEY COLLATE NOCASE CHECK (length(address) BETWEEN 3 AND 320),
    player       INTEGER NOT NULL REFERENCES player (id),
    main         INTEGER NOT NULL CHECK (main IN (0, 1)),
    confirmed_at INTEGER NOT NULL,
    refused_at   INTEGER, -- a mail to it was last refused for good; NULL: none since we heard from there
    refused      TEXT NOT NULL DEFAULT '', -- in the server's words
    suspended_at INTEGER  -- since when no mail goes there, because it came back; NULL: it does
) STRICT, WITHOUT ROWID;
CREATE INDEX address_player ON address (player);
CREATE UNIQUE INDEX address_main ON address (player) WHERE main = 1;
CREATE INDEX address_suspended ON address (player) WHERE suspended_at IS NOT NULL;

-- Addresses that want no mail from here, known players or not.
CREATE TABLE blocked (
    address     TEXT PRIMARY KEY COLLATE NOCASE,
    blocked_at  INTEGER NOT NULL,
    by_operator INTEGER NOT NULL DEFAULT 0 CHECK (by_operator IN (0, 1)) -- nor is any read from there
) STRICT, WITHOUT ROWID;

-- Days of vacation that somebody took, in their zone at that time; ranges may overlap.
CREATE TABLE vacation_days (
    player INTEGER NOT NULL REFERENCES player (id),
    first  INTEGER NOT NULL, -- day, counted from 1970, of the local calendar
    last   INTEGER NOT NULL CHECK (last >= first),
    zone   TEXT NOT NULL,
    PRIMARY KEY (player, first, last)
) STRICT, WITHOUT ROWID;

-- Seconds of vacation that somebody was charged besides, by calendar year.
CREATE TABLE vacation (
    player  INTEGER NOT NULL REFERENCES player (id),
    year    INTEGER NOT NULL CHECK (year BETWEEN 1970 AND 9999),
    seconds INTEGER NOT NULL CHECK (seconds >= 0),
    PRIMARY KEY (player, year)
) STRICT, WITHOUT ROWID;

CREATE TABLE key (
    id         INTEGER PRIMARY KEY,
    player     INTEGER NOT NULL REFERENCES player (id),
    kind       TEXT NOT NULL CHECK (kind = 'ed25519' OR kind = 'minisign' OR kind = 'ssh'
                                    OR kind = 'openpgp' OR kind = 'age'),
    public     TEXT NOT NULL,
    added_at   INTEGER NOT NULL,
    dropped_at INTEGER
) STRICT;
CREATE UNIQUE INDEX key_current ON key (player, kind) WHERE dropped_at IS NULL;

-- ---- games -------------------------------------------------------------------------------------

CREATE TABLE game (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL DEFAULT '',
    state      TEXT NOT NULL CHECK (state = 'open' OR state = 'running' OR state = 'over'
                                    OR state = 'cancelled' OR state = 'lapsed'),
    seats      INTEGER NOT NULL CHECK (seats BETWEEN 2 AND 4), -- in all, robots included
    robots     INTEGER NOT NULL DEFAULT 0 CHECK (robots BETWEEN 0 AND 3),
    pace       INTEGER NOT NULL CHECK (pace BETWEEN 3600 AND 1209600), -- seconds
    security   TEXT NOT NULL DEFAULT 'ticket' CHECK (security IN ('ticket', 'signed')),
    press      TEXT NOT NULL DEFAULT 'all'
                    CHECK (press = 'all' OR press = 'public' OR press = 'none'),
    anybody    INTEGER NOT NULL DEFAULT 0 CHECK (anybody IN (0, 1)), -- open=yes: anybody may join
    creator    INTEGER NOT NULL REFERENCES player (id),
    seed       BLOB NOT NULL,    -- sealed, 32 bytes
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at   INTEGER,
    -- the clock; an index over events, posted mails and the turns of the seats
    to_move    INTEGER CHECK (to_move BETWEEN 0 AND 3), -- the seat; NULL among the discards
    turn_at    INTEGER, -- since when a turn runs; NULL: none does
    due_at     INTEGER, -- when the clock has to look at this game; NULL: never by itself
    -- the clock may be stopped for somebody who has to act and can't be reached by mail
    held_for   INTEGER REFERENCES player (id), -- NULL: it isn't
    held_at    INTEGER, -- since when; due_at is then when that has to end
    held       INTEGER NOT NULL DEFAULT 0, -- seconds of it that are over, of the whole game
    paused_at  INTEGER CHECK (paused_at IS NULL OR held_at IS NULL), -- or since when all have agreed to rest
    rematch_of INTEGER REFERENCES game (id), -- whose players meet again here
    CHECK ((state = 'over' OR state = 'cancelled' OR state = 'lapsed') = (ended_at IS NOT NULL)),
    CHECK (due_at IS NULL OR state IN ('open', 'running')),
    CHECK ((held_at IS NULL) = (held_for IS NULL))
) STRICT;
CREATE INDEX game_due ON game (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX game_over ON game (ended_at, id) WHERE state = 'over';
CREATE INDEX game_state ON game (state, id);
CREATE INDEX game_rematch ON game (rematch_of) WHERE rematch_of IS NOT NULL;

-- Who sits where; a seat exists from the moment somebody has joined.
CREATE TABLE seat (
    game      INTEGER NOT NULL REFERENCES game (id),
    seat      INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    player    INTEGER REFERENCES player (id), -- NULL: a robot for good
    nick      TEXT NOT NULL,                  -- the name in the record now
    luck      TEXT NOT NULL DEFAULT '',
    joined_at INTEGER NOT NULL,
    robot     INTEGER NOT NULL DEFAULT 0 CHECK (robot IN (0, 1)), -- a robot plays it, for now or for good
    missed    INTEGER NOT NULL DEFAULT 0,     -- turns missed in a row
    told      INTEGER NOT NULL DEFAULT 0,     -- public lines told to this player by mail so far
    reminded  INTEGER NOT NULL DEFAULT 0,     -- reminders sent in this turn
    bank      INTEGER NOT NULL DEFAULT 604800,-- seconds left of the bank when the turn began, or now
    -- the turn that runs: a move or a discard that this seat owes
    began_at   INTEGER,                       -- the server accepted the mail; NULL: none runs
    pace       INTEGER NOT NULL DEFAULT 0,    -- seconds, with what was added to this turn
    zone       TEXT NOT NULL DEFAULT '',      -- the player's when it began, and their quiet hours:
    quiet_from INTEGER NOT NULL DEFAULT 0,    -- a change counts from the next turn
    quiet_to   INTEGER NOT NULL DEFAULT 0,
    -- for the standings; an index over the record
    starter    INTEGER REFERENCES player (id), -- who sat here when the game began; NULL: a robot
    result     INTEGER,                        -- the count at the end; NULL: it wasn't played so far
    turns      INTEGER NOT NULL DEFAULT 0,     -- moves and discards that were the starter's to make
    absent     INTEGER NOT NULL DEFAULT 0,     -- of those the clock made
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_player ON seat (player, game) WHERE player IS NOT NULL;

-- What a seat wants played when its turn comes; gone once it isn't a plan any more.
CREATE TABLE plan (
    game  INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    lines BLOB NOT NULL, -- sealed
    word  BLOB,          -- sealed: what was signed for it, where every seat signs
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat)
) STRICT, WITHOUT ROWID;

-- What a seat's player wants and all at the table have to want; or wanted, which nobody is asked again at once.
CREATE TABLE consent (
    game   INTEGER NOT NULL,
    seat   INTEGER NOT NULL,
    kind   TEXT NOT NULL CHECK (kind IN ('cancel', 'pause')),
    at     INTEGER NOT NULL,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)), -- 0: done, or refused
    PRIMARY KEY (game, kind, seat),
    FOREIGN KEY (game, seat) REFERENCES seat (game, seat)
) STRICT, WITHOUT ROWID;

-- Who follows the public events of a game without a seat in it.
CREATE TABLE watcher (
    game   INTEGER NOT NULL REFERENCES game (id),
    player INTEGER NOT NULL REFERENCES player (id),
    since  INTEGER NOT NULL,
    told   INTEGER NOT NULL DEFAULT 0, -- public lines told to this player by mail so far
    at_end INTEGER NOT NULL DEFAULT 0 CHECK (at_end IN (0, 1)), -- of its end alone
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX watcher_player ON watcher (player);

-- The entry in somebody's calendar that was sent of a turn that runs (`calendar on`).
CREATE TABLE calendar (
    game     INTEGER NOT NULL REFERENCES game (id),
    player   INTEGER NOT NULL REFERENCES player (id),
    turn     INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    sequence INTEGER NOT NULL CHECK (sequence >= 0), -- how often it was moved
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE invitation (
    id         INTEGER PRIMARY KEY,
    game       INTEGER NOT NULL REFERENCES game (id),
    address    TEXT NOT NULL COLLATE NOCASE,
    player     INTEGER REFERENCES player (id), -- NULL: not known here yet
    inviter    INTEGER NOT NULL REFERENCES player (id),
    created_at INTEGER NOT NULL,
    state      TEXT NOT NULL DEFAULT 'open' CHECK (state = 'open' OR state = 'joined'
                                                   OR state = 'declined' OR state = 'lapsed'),
    UNIQUE (game, address)
) STRICT;
CREATE INDEX invitation_address ON invitation (address);
CREATE INDEX invitation_player ON invitation (player) WHERE player IS NOT NULL;
CREATE INDEX invitation_created ON invitation (created_at);

-- The log of a game until its record is there: line is a line of the record in its public form;
-- secret is, sealed, what that form keeps back (the cards of a deal or a discard).
CREATE TABLE event (
    game   INTEGER NOT NULL REFERENCES game (id),
    seq    INTEGER NOT NULL CHECK (seq >= 1),
    line   TEXT NOT NULL,
    secret BLOB,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER event_kept BEFORE UPDATE ON event BEGIN
    SELECT raise(ABORT, 'events are never changed');
END;
CREATE TRIGGER event_stays BEFORE DELETE ON event
WHEN NOT EXISTS (SELECT 1 FROM record WHERE game = OLD.game) BEGIN
    SELECT raise(ABORT, 'events are never deleted before their record is there');
END;
CREATE TRIGGER event_next BEFORE INSERT ON event
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM event WHERE game = NEW.game), 0)
    OR EXISTS (SELECT 1 FROM record WHERE game = NEW.game) BEGIN
    SELECT raise(ABORT, 'events have no gaps, and none follows the record');
END;

-- What operators did: to a game, to a player, or to all.
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

-- Records of games that are over, whole and in the clear: what is left of their events. Deflated:
-- in the program sqlite3, sqlar_uncompress(text, size) shows them.
CREATE TABLE record (
    game  INTEGER PRIMARY KEY REFERENCES game (id),
    lines INTEGER NOT NULL,
    size  INTEGER NOT NULL, -- of the text, in bytes
    text  BLOB NOT NULL
) STRICT;

-- What was said to the table, for those who read the game later; never what was told to one alone.
CREATE TABLE press (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES game (id),
    player  INTEGER NOT NULL REFERENCES player (id),
    line    INTEGER NOT NULL, -- public lines that the game had then
    said_at INTEGER NOT NULL,
    text    BLOB NOT NULL     -- sealed
) STRICT;
CREATE INDEX press_game ON press (game);
CREATE INDEX press_player ON press (player);

-- Records of other referees' games, checked when they came; named by the referee's key and the
-- number there.
CREATE TABLE foreign_record (
    key      BLOB NOT NULL CHECK (length(key) = 32),
    game     INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    size     INTEGER NOT NULL,
    text     BLOB NOT NULL, -- deflated as well
    PRIMARY KEY (key, game)
) STRICT;

-- What proves the moves of a game in which every seat signs (docs/record.md), line by line while it
-- runs; then whole, in the clear; and that of other referees' games, checked when it came.
CREATE TABLE evidence (
    game   INTEGER NOT NULL REFERENCES game (id),
    seq    INTEGER NOT NULL CHECK (seq >= 1),
    line   TEXT NOT NULL,
    secret BLOB, -- sealed: what was signed
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE evidence_whole (
    game INTEGER PRIMARY KEY REFERENCES game (id),
    size INTEGER NOT NULL,
    text BLOB NOT NULL -- deflated, as records are
) STRICT;
CREATE TABLE foreign_evidence (
    key  BLOB NOT NULL CHECK (length(key) = 32),
    game INTEGER NOT NULL,
    size INTEGER NOT NULL,
    text BLOB NOT NULL,
    PRIMARY KEY (key, game)
) STRICT;

-- ---- mail --------------------------------------------------------------------------------------

-- The ledger of received mail: a row is what makes intake happen exactly once. What it hashes, a
-- discard perhaps, could be guessed: hashes here are keyed ones.
CREATE TABLE inbound (
    id          INTEGER PRIMARY KEY,
    source      TEXT NOT NULL,            -- 'maildir', 'deliver', ...
    source_id   TEXT NOT NULL,            -- unique within the source
    digest      BLOB NOT NULL CHECK (length(digest) = 32), -- of the content, for duplicates
    raw         BLOB CHECK (length(raw) = 32), -- of the bytes: the same mail under another source_id
    message_id  TEXT NOT NULL DEFAULT '',
    sender      TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
    received_at INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'done')),
    outcome     TEXT NOT NULL DEFAULT '' CHECK (outcome = '' OR outcome = 'act' OR outcome = 'ask'
                                                OR outcome = 'drop' OR outcome = 'hold'),
    gate        TEXT NOT NULL DEFAULT '',
    reason      TEXT NOT NULL DEFAULT '',
    player      INTEGER REFERENCES player (id),
    game        INTEGER REFERENCES game (id),
    ticket      BLOB,                     -- hash of the ticket that it was answered for
    body        BLOB,                     -- sealed raw mail, while it is needed
    tries       INTEGER NOT NULL DEFAULT 0, -- of one that waits, in vain so far
    next_at     INTEGER NOT NULL DEFAULT 0, -- not to be tried before
    UNIQUE (source, source_id)
) STRICT;
CREATE INDEX inbound_digest ON inbound (digest);
CREATE INDEX inbound_raw ON inbound (raw) WHERE raw IS NOT NULL;
CREATE INDEX inbound_sender ON inbound (sender, received_at);
CREATE INDEX inbound_received ON inbound (received_at);
CREATE INDEX inbound_state ON inbound (id) WHERE state = 'waiting';
CREATE INDEX inbound_hold ON inbound (id) WHERE outcome = 'hold';
CREATE INDEX inbound_ticket ON inbound (ticket) WHERE ticket IS NOT NULL;

-- Signed blocks that have acted, by a keyed hash; each acts once.
CREATE TABLE signed (
    hash   BLOB PRIMARY KEY CHECK (length(hash) = 32),
    player INTEGER NOT NULL REFERENCES player (id),
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What waits for somebody's word: a confirmation, a question asked back, an invitation. Its id is the
-- N of a ticket 0.N.0.MAC.
CREATE TABLE matter (
    id         INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,
    player     INTEGER REFERENCES player (id),
    address    TEXT NOT NULL DEFAULT '' COLLATE NOCASE, -- whom it was asked, when not the player's own
    game       INTEGER REFERENCES game (id),
    data       BLOB,                                    -- sealed
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    settled_at INTEGER
) STRICT;
CREATE INDEX matter_expires ON matter (expires_at) WHERE settled_at IS NULL;
CREATE INDEX matter_player ON matter (player, kind) WHERE settled_at IS NULL;
CREATE INDEX matter_address ON matter (address, created_at);
CREATE INDEX matter_game ON matter (game) WHERE game IS NOT NULL;

-- Mails to be sent, and what became of them. Born as a note of what is to be told (notes), rendered
-- once before it is first posted (body), wiped when the server has accepted it.
CREATE TABLE outbound (
    id          INTEGER PRIMARY KEY,
    player      INTEGER REFERENCES player (id), -- NULL: somebody not known here
    address     TEXT NOT NULL DEFAULT '' COLLATE NOCASE, -- of a player's mail: once it is rendered
    game        INTEGER REFERENCES game (id),
    matter      INTEGER REFERENCES matter (id),
    kind        TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state = 'noted' OR state = 'ready' OR state = 'sent'
                                     OR state = 'failed' OR state = 'dropped'
                                     OR state = 'replaced'),
    told_from   INTEGER NOT NULL DEFAULT 0,     -- public lines already told before this mail
    told_to     INTEGER NOT NULL DEFAULT 0,     -- and with it, once rendered
    ticket      BLOB,                           -- sealed; NULL: none
    message_id  BLOB,                           -- sealed, since the ticket is in it; NULL: not yet
    notes       BLOB,                           -- sealed JSON
    body        BLOB,                           -- sealed JSON for the post program
    created_at  INTEGER NOT NULL,
    next_at     INTEGER NOT NULL,               -- not to be tried before
    tries       INTEGER NOT NULL DEFAULT 0,
    detail      TEXT NOT NULL DEFAULT '',       -- what the server said last
    settled_at  INTEGER
) STRICT;
CREATE INDEX outbound_due ON outbound (next_at, id) WHERE state IN ('noted', 'ready');
CREATE INDEX outbound_waiting ON outbound (player, game) WHERE state IN ('noted', 'ready');
CREATE INDEX outbound_stranger ON outbound (created_at, address) WHERE player IS NULL;
CREATE INDEX outbound_thread ON outbound (player, game, id) WHERE state = 'sent';
CREATE INDEX outbound_answers ON outbound (player, created_at)
    WHERE kind = 'answer' OR kind = 'refused' OR kind = 'unclear';
CREATE INDEX outbound_sent ON outbound (settled_at) WHERE state = 'sent';

-- Mails to players that came back for good, each once, since we last heard from there.
CREATE TABLE bounce (
    mail    INTEGER PRIMARY KEY REFERENCES outbound (id),
    address TEXT NOT NULL COLLATE NOCASE,
    day     INTEGER NOT NULL -- on which it had left, counted from 1970, UTC
) STRICT;
CREATE INDEX bounce_address ON bounce (address);

-- The lines that the referee wrote to a player, a row a mail: quoted back, they end the new text.
CREATE TABLE known_lines (
    player INTEGER NOT NULL REFERENCES player (id),
    number INTEGER NOT NULL, -- of the mail, by player
    hashes BLOB NOT NULL,    -- sealed: keyed hashes of 63 bits
    PRIMARY KEY (player, number)
) STRICT, WITHOUT ROWID;
