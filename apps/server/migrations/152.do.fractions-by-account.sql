-- A portfolio in several accounts at the depository has a fraction of a share in each.
ALTER TABLE action_entitlements DROP CONSTRAINT action_entitlements_fraction_check;
ALTER TABLE action_entitlements ADD CONSTRAINT action_entitlements_fraction_check CHECK (fraction >= 0);
