-- From version 1 of the database to version 2, which schema.sql describes. It never changes once a
-- version with it is out.

CREATE TABLE watcher (
    game   INTEGER NOT NULL REFERENCES game (id),
    player INTEGER NOT NULL REFERENCES player (id),
    since  INTEGER NOT NULL,
    told   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX watcher_player ON watcher (player);

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
