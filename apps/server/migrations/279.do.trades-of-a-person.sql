-- The newest trade of a person, from which the next one starts, and what the person recorded today.
CREATE INDEX trades_recorded_by ON trades (recorded_by, id) WHERE NOT is_deleted;
