-- Why: an answer about a past instant says how its sources were then, by the last run of each channel that had ended by that instant.
create index run_ended on run (source, channel, finished_at desc)
  where state in ('ok', 'failed', 'held') and channel in ('bulk', 'delta', 'sweep');
