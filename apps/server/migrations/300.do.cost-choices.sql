-- A security without a price is valued at cost until it has one, as a person chose. It is no price: nothing that reads prices reads it.
CREATE TABLE cost_choices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  equity_id bigint NOT NULL REFERENCES equities,
  recorded_by bigint NOT NULL,
  act_id bigint NOT NULL DEFAULT current_act(),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE cost_choices IS 'Fact: who chose that a security without a price is valued at cost for now. The first price of the security ends it.';
CREATE INDEX cost_choices_equity ON cost_choices (equity_id, id);
