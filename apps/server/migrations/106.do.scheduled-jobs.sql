-- What a schedule did, or that it failed, is nobody's job.
ALTER TABLE jobs ALTER owner_id DROP NOT NULL, ADD CHECK (owner_id IS NOT NULL OR kind LIKE 'schedule.%');
