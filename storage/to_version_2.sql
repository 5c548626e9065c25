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
