-- How many jobs of a person have not ended is asked at each submission.
CREATE INDEX jobs_open ON jobs (owner_id) WHERE ended_at IS NULL;
