-- Trades are found by the end of their numbers and by their exact amounts, entries of people and payments by their references.
CREATE INDEX trades_deal_backwards ON trades (reverse(deal_number));
CREATE INDEX trade_versions_contract_backwards ON trade_versions (reverse(lower(contract_number COLLATE "C"))) WHERE contract_number IS NOT NULL;
CREATE INDEX trade_versions_net ON trade_versions (net, trade_id);
CREATE INDEX trade_versions_gross ON trade_versions (gross, trade_id);
CREATE INDEX trade_versions_fees ON trade_versions ((brokerage + cse_fees + cds_fees + clearing_fees + sec + stl), trade_id);
CREATE INDEX journal_entries_reference_noted ON journal_entries (lower(reference COLLATE "C")) WHERE trade_id IS NULL AND reference IS NOT NULL;
CREATE INDEX settlement_confirmations_amount ON settlement_confirmations (amount, trade_id) WHERE amount > 0;
CREATE INDEX settlement_confirmations_reference ON settlement_confirmations (lower(reference COLLATE "C")) WHERE reference IS NOT NULL;
CREATE INDEX journal_lines_amount_by_people ON journal_lines (greatest(debit, credit)) WHERE role IN ('manual', 'suspense');
