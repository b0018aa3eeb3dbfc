-- Why: an upstream counts the requests of the whole fleet, so the fleet shares one bucket of tokens, and one breaker: when
-- an upstream is down, one worker at a time tries whether it is back. All times are of the database's clock.
create table upstream (
  origin      text             primary key,
  tokens      double precision not null,           -- below zero: promised to requests that are waiting for their turn
  refilled_at timestamptz      not null,
  failures    integer          not null default 0, -- in a row
  open_until  timestamptz,                         -- not asked before; null: the breaker is closed
  failed_at   timestamptz
) with (fillfactor = 50);
