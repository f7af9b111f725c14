-- A settlement account says how it settles; a payment that was confirmed stays, whatever becomes of its trade.

-- By hand: what is due waits until somebody confirms it. Automatic: after the due date it is taken as settled while
-- nothing was recorded of it.
ALTER TABLE settlement_accounts ADD settles text NOT NULL DEFAULT 'automatic' CHECK (settles IN ('automatic', 'by hand'));
-- Where somebody confirmed settlements so far, that is how the account settles.
UPDATE settlement_accounts a SET settles = 'by hand'
 WHERE EXISTS (SELECT FROM settlement_confirmations c JOIN trade_versions v ON v.trade_id = c.trade_id AND v.version = c.trade_version
                WHERE v.settlement_account_id = a.id);

-- Which way the money went: a refund of an overpaid buy comes in. So far all went the way of the net value.
ALTER TABLE settlement_confirmations ADD pays boolean;
ALTER TABLE settlement_confirmations DISABLE TRIGGER settlement_confirmations_append_only;
UPDATE settlement_confirmations c SET pays = (t.side = 'buy') = (v.net >= 0)
  FROM trades t, trade_versions v WHERE t.id = c.trade_id AND v.trade_id = c.trade_id AND v.version = c.trade_version;
ALTER TABLE settlement_confirmations ENABLE TRIGGER settlement_confirmations_append_only;
ALTER TABLE settlement_confirmations ALTER pays SET NOT NULL;

-- What was paid has the sign of the trade's side now: above zero a buy paid and a sale received. What a correction
-- leaves open has no entry: it is open in payable or receivable until it is confirmed or gets a date.
ALTER TABLE settlement_states DROP CONSTRAINT settlement_states_paid_check, DROP CONSTRAINT settlement_states_check1,
  ADD CONSTRAINT settlement_states_expected CHECK (status = 'open' OR expected_entry_id IS NULL);
ALTER TABLE settlement_states DISABLE TRIGGER USER;
UPDATE settlement_states s SET paid = - s.paid
  FROM trades t, trade_versions v
 WHERE t.id = s.trade_id AND v.trade_id = t.id AND v.version = t.version AND v.net < 0 AND s.paid <> 0;
ALTER TABLE settlement_states ENABLE TRIGGER USER;

-- As 030 has it, with what is left of a trade instead of its net value less what was paid without their signs; of a
-- deleted trade only what is left counts.
CREATE OR REPLACE FUNCTION settlement_sums_of(portfolio_id bigint, side text, is_deleted boolean, settlement_date date, net numeric,
                                              account_id bigint, broker text, sign integer,
                                              status text DEFAULT NULL, due_date date DEFAULT NULL, paid_on date DEFAULT NULL, paid numeric DEFAULT 0)
RETURNS settlement_months[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN side = 'opening' THEN NULL
    ELSE
      CASE WHEN NOT is_deleted AND net <> 0 THEN
        ARRAY[settlement_sum('booked', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), sign)]
        || CASE WHEN status IS NOT NULL THEN
             ARRAY[settlement_sum('moved', settlement_date, portfolio_id, account_id, broker, side, net, abs(net), - sign)] END
        || CASE WHEN status = 'settled' THEN
             ARRAY[settlement_sum('settled', paid_on, portfolio_id, account_id, broker, side, net, abs(paid), sign)] END
      END
      || CASE WHEN status = 'open' THEN
           ARRAY[settlement_sum('due', due_date, portfolio_id, account_id, broker, side,
                                CASE WHEN is_deleted THEN 0 ELSE net END - paid,
                                abs(CASE WHEN is_deleted THEN 0 ELSE net END - paid), sign)] END
  END
$$;
