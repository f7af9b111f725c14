-- What a position's cost of funds needs, kept on the chain so that no reading walks its lots. Over the open lots,
-- with r the lot's rate in percent and s its settlement date counted in days from 2000-01-01:
--   age_rate  = sum of quantity x r          age_rate_days  = sum of quantity x r x s
--   lot_rate  = sum of (cost + charges) x r  lot_rate_days  = sum of (cost + charges) x r x s
-- The rate-days at a date v are then rate x v - rate_days, less the (negative) part of lots not settled by v.
ALTER TABLE chains
  ADD age_rate numeric(32, 4) NOT NULL DEFAULT 0,
  ADD age_rate_days numeric(38, 4) NOT NULL DEFAULT 0,
  ADD lot_rate numeric(36, 6) NOT NULL DEFAULT 0,
  ADD lot_rate_days numeric(42, 6) NOT NULL DEFAULT 0;

UPDATE chains SET age_rate = w.age_rate, age_rate_days = w.age_rate_days, lot_rate = w.lot_rate, lot_rate_days = w.lot_rate_days
  FROM (SELECT chain_id,
               sum(remaining_quantity * cost_of_funds) AS age_rate,
               sum(remaining_quantity * cost_of_funds * (settlement_date - date '2000-01-01')) AS age_rate_days,
               sum((remaining_cost + remaining_charges) * cost_of_funds) AS lot_rate,
               sum((remaining_cost + remaining_charges) * cost_of_funds * (settlement_date - date '2000-01-01')) AS lot_rate_days
          FROM lots WHERE remaining_quantity > 0 AND cost_of_funds > 0 GROUP BY chain_id) w
 WHERE w.chain_id = chains.id;

-- Lots that have not settled by a date: the few newest of a chain.
CREATE INDEX lots_unsettled ON lots (chain_id, settlement_date) WHERE remaining_quantity > 0;

-- Deal numbers are compared by bytes on every server, so that the next free one of a second is an index range.
ALTER TABLE trades ALTER deal_number TYPE text COLLATE "C";
