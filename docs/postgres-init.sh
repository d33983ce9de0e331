#!/bin/sh
# Run once by the image of PostgreSQL, as its superuser: creates the role of the service, which owns its database and has
# no other rights. The password is read from SERVICE_PASSWORD.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\getenv password SERVICE_PASSWORD
create role kontor login password :'password';
create database kontor owner kontor;
revoke connect, temporary on database postgres, template1 from public;
SQL
