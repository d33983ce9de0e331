#!/bin/sh
# Run once by the image of PostgreSQL, as its superuser: creates the role that owns the database and has no other rights, and
# that of the service, which owns nothing. The passwords are read from OWNER_PASSWORD and SERVICE_PASSWORD.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
create role kontor login password :'owner_password';
create role kontor_service login password :'service_password';
grant kontor_service to kontor;
create database kontor owner kontor;
revoke temporary on database kontor from public;
revoke connect, temporary on database postgres, template1 from public;
SQL
