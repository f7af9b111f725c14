-- The chain knows events of any source, not trades only. An event has an identity of its own, which is also the order of
-- recording; a trade has the identity of its event. Lots, what changed them and results hang on the event.

ALTER SEQUENCE trades_id_seq RENAME TO chain_event_ids;

ALTER TABLE chain_events DROP CONSTRAINT chain_events_pkey;
DROP INDEX chain_events_trade;
ALTER TABLE chain_events DROP COLUMN trade_id;
ALTER TABLE chain_events RENAME COLUMN seq TO id;
ALTER TABLE chain_events ADD source text;
UPDATE chain_events SET source = CASE kind WHEN 'opening' THEN 'opening' ELSE 'trade' END;
ALTER TABLE chain_events ALTER source SET NOT NULL,
  ADD CHECK (source IN ('trade', 'opening', 'corporate action', 'transfer')),
  ADD PRIMARY KEY (id),
  ADD CONSTRAINT chain_events_place UNIQUE (chain_id, event_date, rank, id);
COMMENT ON TABLE chain_events IS 'Derived: the events of a chain with its standing after each, so that any date is one look-up. Written by the one writer of chains.';
COMMENT ON COLUMN chain_events.id IS 'Identity of the event and order of recording; what recorded it (source) has the same identity.';

ALTER TABLE chains RENAME COLUMN last_event_seq TO last_event_id;
ALTER TABLE chains ADD last_event_rank smallint;
UPDATE chains c SET last_event_rank = e.rank FROM chain_events e WHERE e.id = c.last_event_id;
ALTER TABLE chains ADD CHECK ((last_event_date IS NULL) = (last_event_id IS NULL) AND (last_event_date IS NULL) = (last_event_rank IS NULL));

-- A lot is known by the event that opened it. What came in stays as it was; what is left may be more of it after a split.
ALTER TABLE lot_consumptions DROP CONSTRAINT lot_consumptions_pkey;
DROP INDEX lot_consumptions_lot;
ALTER TABLE lot_consumptions RENAME TO lot_changes;
ALTER TABLE lot_changes RENAME COLUMN trade_id TO event_id;
ALTER TABLE lot_changes ADD lot_event_id bigint;
UPDATE lot_changes k SET lot_event_id = l.trade_id FROM lots l WHERE l.id = k.lot_id;
ALTER TABLE lot_changes DROP COLUMN lot_id, ALTER lot_event_id SET NOT NULL, DROP CONSTRAINT lot_consumptions_quantity_check;
ALTER TABLE lot_changes RENAME COLUMN quantity TO quantity_change;
ALTER TABLE lot_changes RENAME COLUMN cost TO cost_change;
ALTER TABLE lot_changes RENAME COLUMN charges TO charges_change;
UPDATE lot_changes SET quantity_change = - quantity_change, cost_change = - cost_change, charges_change = - charges_change;
ALTER TABLE lot_changes ADD PRIMARY KEY (event_id, lot_event_id);
CREATE INDEX lot_changes_lot ON lot_changes (lot_event_id);
COMMENT ON TABLE lot_changes IS 'Derived: what each event changed in lots that were open before it, negative for what it took out. A lot at any date is what came in and its changes until then.';

ALTER TABLE lots DROP CONSTRAINT lots_pkey;
DROP INDEX lots_trade;
ALTER TABLE lots DROP CONSTRAINT lots_chain_id_trade_date_seq_key;
ALTER TABLE lots DROP COLUMN id, DROP COLUMN seq;
ALTER TABLE lots RENAME COLUMN trade_id TO event_id;
ALTER TABLE lots ADD PRIMARY KEY (event_id), ADD CONSTRAINT lots_place UNIQUE (chain_id, trade_date, event_id);
ALTER TABLE lots DROP CONSTRAINT lots_check, DROP CONSTRAINT lots_check1, DROP CONSTRAINT lots_check2,
  ADD CHECK (remaining_quantity >= 0), ADD CHECK (remaining_cost >= 0 AND remaining_cost < 'NaN'),
  ADD CHECK (remaining_charges >= 0 AND remaining_charges < 'NaN'),
  ADD CHECK (remaining_quantity > 0 OR (remaining_cost = 0 AND remaining_charges = 0));
COMMENT ON TABLE lots IS 'Derived: parcels of shares as they came in, under the event that opened them, and what is left of each.';

ALTER TABLE trade_results RENAME TO event_results;
ALTER TABLE event_results RENAME COLUMN trade_id TO event_id;
ALTER INDEX trade_results_pkey RENAME TO event_results_pkey;
COMMENT ON TABLE event_results IS 'Derived: what an event came to: the gain of a sale, the cost of generating money of a buy.';
