-- A payment that a bank line shows: the line, and its day. The ledger's day can be another one: where the booked day is locked
-- or signed off it stays, and the bank's day stands beside it.
ALTER TABLE settlement_confirmations
  -- No foreign key: a statement can be taken out again after its lines were unmatched; what was confirmed by it stays.
  ADD statement_line_id bigint,
  ADD bank_date date CHECK (isfinite(bank_date)),
  ADD CONSTRAINT settlement_confirmations_bank_line CHECK ((statement_line_id IS NULL) = (bank_date IS NULL)
                                                           AND (statement_line_id IS NULL OR kind IN ('settled', 'part')));
CREATE INDEX settlement_confirmations_bank_line ON settlement_confirmations (statement_line_id) WHERE statement_line_id IS NOT NULL;

-- Settlements whose bank line is matched already, and that nobody confirmed, were paid: as booked, with the last of the lines.
-- Where the match has one ledger line and the bank shows less, and where money went the other way, nothing says that all was paid:
-- these stay as they are (016).
WITH h AS MATERIALIZED (
  SELECT nextval('settlement_confirmations_id_seq') AS id, p.*
    FROM (SELECT DISTINCT ON (t.id) t.id AS trade_id, t.version, (t.side = 'buy') = (v.net >= 0) AS pays, v.settlement_date AS day,
                 v.net, e.id AS line_id, e.line_date,
                 left(nullif(trim(coalesce(e.reference, e.description)), ''), 100) AS reference, m.matched_by
            FROM matched_ledger_lines k
            JOIN reconciliation_matches m ON m.id = k.match_id
            JOIN journal_lines l ON l.entry_id = k.entry_id AND l.line_no = k.line_no AND l.role = 'cash'
            JOIN journal_entries b ON b.id = k.entry_id AND b.kind = 'settlement' AND b.reversal_of IS NULL
            JOIN trades t ON t.id = b.trade_id AND NOT t.is_deleted AND t.side <> 'opening'
            JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version AND v.net <> 0
            JOIN LATERAL (SELECT s.id, s.line_date, s.reference, s.description
                            FROM matched_statement_lines x JOIN statement_lines s ON s.id = x.statement_line_id
                           WHERE x.match_id = k.match_id ORDER BY s.line_date DESC, s.id DESC LIMIT 1) e ON true
            JOIN LATERAL (SELECT sum(o.debit - o.credit) FILTER (WHERE o.role = 'cash' AND a.kind = 'settlement' AND a.reversal_of IS NULL
                                   AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = a.id)) AS net, count(*) AS lines
                            FROM matched_ledger_lines x JOIN journal_lines o USING (entry_id, line_no) JOIN journal_entries a ON a.id = o.entry_id
                           WHERE x.match_id = k.match_id) ours ON true
            JOIN LATERAL (SELECT sum(s.debit - s.credit) AS net
                            FROM matched_statement_lines x JOIN statement_lines s ON s.id = x.statement_line_id
                           WHERE x.match_id = k.match_id) theirs ON true
           WHERE CASE WHEN ours.net = 0 THEN abs(theirs.net) <= 0.01
                      ELSE sign(ours.net) = sign(theirs.net) AND (ours.lines > 1 OR abs(theirs.net) >= abs(ours.net) - 0.01) END
             AND NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = t.id)
             AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = b.id)
           ORDER BY t.id) p),
kept AS (
  INSERT INTO settlement_confirmations (id, trade_id, trade_version, kind, actual_date, amount, pays, reference, note, statement_line_id,
                                        bank_date, recorded_by)
  OVERRIDING SYSTEM VALUE
  SELECT id, trade_id, version, 'settled', day, abs(net), pays, reference, 'Its bank line is reconciled.', line_id, line_date, matched_by
    FROM h),
states AS (
  INSERT INTO settlement_states (trade_id, confirmation_id, status, paid_on, paid) SELECT trade_id, id, 'settled', day, net FROM h)
UPDATE trades t SET is_settled = true FROM h WHERE t.id = h.trade_id;
