-- Issuer, group, board and votes of securities. Nothing is filled in: without them the symbol says issuer and votes (issuer_of, votes_of).
ALTER TABLE equities
  ADD COLUMN issuer text CHECK (length(issuer) BETWEEN 1 AND 20),
  ADD COLUMN issuer_group text CHECK (length(issuer_group) <= 100),
  ADD COLUMN board text CHECK (length(board) <= 50),
  ADD COLUMN votes_per_share integer CHECK (votes_per_share BETWEEN 0 AND 1000);
