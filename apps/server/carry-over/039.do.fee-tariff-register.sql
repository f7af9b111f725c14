-- Fee tariffs become a register: entered and changed on a screen, guarded by a version like every other.
ALTER TABLE fee_tariffs
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT fee_tariffs_class CHECK (security_class IN
    ('ordinary', 'non-voting', 'preference', 'rights', 'warrant', 'unit', 'debenture')),
  ADD CONSTRAINT fee_tariffs_rates CHECK (
    brokerage BETWEEN 0 AND 100 AND cse BETWEEN 0 AND 100 AND cds BETWEEN 0 AND 100
    AND clearing BETWEEN 0 AND 100 AND sec BETWEEN 0 AND 100 AND stl BETWEEN 0 AND 100
    AND excess_brokerage BETWEEN 0 AND 100 AND excess_cse BETWEEN 0 AND 100 AND excess_cds BETWEEN 0 AND 100
    AND excess_clearing BETWEEN 0 AND 100 AND excess_sec BETWEEN 0 AND 100 AND excess_stl BETWEEN 0 AND 100);
