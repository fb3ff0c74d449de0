#!/bin/sh
# Restores the database if it is missing, then serves while Litestream replicates it.
# LITESTREAM_BUCKET, LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY say where to.
set -eu
config=${LITESTREAM_CONFIG:-/etc/litestream.yml}
database=${DATABASE_FILE:-/app/data/bot.db}
if [ ! -e "$database" ]; then
    litestream restore -config "$config" -if-replica-exists -o "$database.restored" "$database"
    # Not as it is: what waited to be sent was sent since, and whoever plays is to hear of it.
    if [ -e "$database.restored" ]; then
        bulls-and-cows restore "$database.restored"
        rm "$database.restored"
    fi
fi
exec litestream replicate -config "$config" -exec "bulls-and-cows serve"
