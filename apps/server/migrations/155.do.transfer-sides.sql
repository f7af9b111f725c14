-- Each side of a transfer between entities has its own money: what was confirmed for the portfolio that gives was paid by the one that takes.
INSERT INTO action_entitlements (action_id, portfolio_id, version, held, entitled, gross, tax, net, fraction, memo_tax)
SELECT a.id, a.to_portfolio_id, 1, 0, t.entitled, -t.gross, 0, -t.net, 0, 0
  FROM corporate_actions a
  JOIN action_standings k ON k.action_id = a.id AND k.portfolio_id = a.portfolio_id
  JOIN action_entitlements t ON t.action_id = a.id AND t.portfolio_id = a.portfolio_id AND t.version = k.version
 WHERE a.kind = 'transfer' AND t.gross <> 0;

INSERT INTO action_standings (action_id, portfolio_id, version, expected_role, expected, due, received, written_off, is_confirmed, is_open, settlement_account_id)
SELECT a.id, a.to_portfolio_id, 1, CASE WHEN k.expected_role IS NOT NULL THEN 'payable' END, -k.expected, k.due, -k.received, -k.written_off, k.is_confirmed, false,
       -- Where its payments went already.
       (SELECT l.settlement_account_id FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
         WHERE h.cause_kind = 'action' AND h.cause_id = a.id AND l.portfolio_id = a.to_portfolio_id AND l.role = 'cash' ORDER BY h.id LIMIT 1)
  FROM corporate_actions a
  JOIN action_standings k ON k.action_id = a.id AND k.portfolio_id = a.portfolio_id
  JOIN action_entitlements t ON t.action_id = a.id AND t.portfolio_id = a.portfolio_id AND t.version = k.version
 WHERE a.kind = 'transfer' AND t.gross <> 0;

INSERT INTO action_money (action_id, turn, portfolio_id, kind, money_date, amount, settlement_account_id, reference, reason, recorded_by, recorded_at)
SELECT m.action_id, m.turn, a.to_portfolio_id, m.kind, m.money_date, -m.amount, m.settlement_account_id, m.reference, m.reason, m.recorded_by, m.recorded_at
  FROM corporate_actions a
  JOIN action_money m ON m.action_id = a.id AND m.turn = a.turn AND m.portfolio_id = a.portfolio_id
 WHERE a.kind = 'transfer'
   AND EXISTS (SELECT FROM action_standings k WHERE k.action_id = a.id AND k.portfolio_id = a.to_portfolio_id)
 ORDER BY m.id;
