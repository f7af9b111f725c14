-- What was chosen, allotted and paid of a corporate action outlasts its reversal, and is taken out portfolio by portfolio.
ALTER TABLE action_elections ADD COLUMN taken_out boolean NOT NULL DEFAULT false;
COMMENT ON TABLE action_elections IS 'Fact: what portfolios chose, and that it was taken out again; of a portfolio and turn the newest counts. Added, never changed.';
