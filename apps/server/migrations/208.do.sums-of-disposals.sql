-- What the disposals of each chain come to is kept with the chain: a total return reads no history.
ALTER TABLE chains
  ADD COLUMN disposed_proceeds numeric(20, 2) NOT NULL DEFAULT 0,
  ADD COLUMN disposed_cost numeric(20, 2) NOT NULL DEFAULT 0,
  ADD COLUMN disposed_charges numeric(20, 2) NOT NULL DEFAULT 0,
  ADD COLUMN disposed_fees numeric(20, 2) NOT NULL DEFAULT 0,
  ADD COLUMN disposed_financing numeric(20, 2) NOT NULL DEFAULT 0;
UPDATE chains c
   SET disposed_proceeds = r.proceeds, disposed_cost = r.cost, disposed_charges = r.charges, disposed_fees = r.fees, disposed_financing = r.financing
  FROM (SELECT portfolio_id, equity_id, sum(proceeds) AS proceeds, sum(cost_out) AS cost, sum(charges_out) AS charges, sum(fees) AS fees,
               sum(money_generation_cost) AS financing
          FROM event_results WHERE disposed_on IS NOT NULL GROUP BY portfolio_id, equity_id) r
 WHERE c.portfolio_id = r.portfolio_id AND c.equity_id = r.equity_id;
