-- no-transaction
-- Why: a search asks of each record that it finds which vulnerabilities it is about, thousands of times, to rank and to count them. The
-- index alone answers that; it takes the place of the one without the other two columns.
create index concurrently vulnerability_record_held on vulnerability_record (record_id) include (vuln, several);
