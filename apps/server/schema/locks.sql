-- Locks of the database that are no rows. `apps/server/src/platform/postgres/locks.ts` is their table: their names, their places,
-- and what each is of.

-- Takes a lock until the transaction ends: `place` says which, `key` of what where there are several, `is_shared` whether others may
-- hold it likewise. Locks are taken in the order of their places, so that no two transactions wait for each other in a circle.
-- Where the session asks for it (development and tests), one that is taken after a later one is an error. Those from 80 on have no order.
CREATE OR REPLACE FUNCTION take_lock(place integer, key integer DEFAULT 0, is_shared boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  later integer;
BEGIN
  IF place < 80 AND current_setting('equity_manager.lock_order', true) = 'asserted' THEN
    SELECT max(l.classid::bigint - 1164143000)::integer INTO later FROM pg_catalog.pg_locks l
     WHERE l.locktype = 'advisory' AND l.pid = pg_backend_pid() AND l.granted AND l.objsubid = 2
       AND l.classid::bigint BETWEEN 1164143001 + place AND 1164143079
       -- A lock that this transaction holds already needs no wait.
       AND NOT EXISTS (SELECT FROM pg_catalog.pg_locks h
                        WHERE h.locktype = 'advisory' AND h.pid = pg_backend_pid() AND h.granted AND h.objsubid = 2
                          AND h.classid::bigint = 1164143000 + place AND h.objid::bigint = (key::bigint & 4294967295)
                          AND (is_shared OR h.mode = 'ExclusiveLock'));
    IF later IS NOT NULL THEN
      RAISE EXCEPTION 'the lock of place % is taken after that of place %', place, later
        USING HINT = 'Take locks in the order of apps/server/src/platform/postgres/locks.ts.';
    END IF;
  END IF;
  IF is_shared THEN
    PERFORM pg_advisory_xact_lock_shared(1164143000 + place, key);
  ELSE
    PERFORM pg_advisory_xact_lock(1164143000 + place, key);
  END IF;
END $$;

-- Takes a lock until the transaction ends where that needs no waiting, and answers whether it did.
CREATE OR REPLACE FUNCTION try_lock(place integer, key integer DEFAULT 0) RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_xact_lock(1164143000 + place, key)
$$;

-- What everybody shares who posts: what lines name stays, no period is locked, and no valuation comes into force meanwhile.
CREATE OR REPLACE FUNCTION share_postings() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_lock(40, 0, true), take_lock(41, 0, true), take_lock(42, 0, true);
END $$;
