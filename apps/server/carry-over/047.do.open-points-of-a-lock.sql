-- What the checklist showed as open when the books were locked, as `GET /entities/{id}/checks` answers it; null for locks
-- set before, and where the lock was moved back or lifted.
ALTER TABLE period_locks ADD open_points jsonb;
