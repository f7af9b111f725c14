/** Approvals: a queue of 10,000 requests that wait, as an approver asks for it. */
import { reads, type Say, withBook } from './support/book-server.ts'

const WAITING = 10_000
const TODAY = '2026-11-19'

export async function benchApprovals(say: Say): Promise<void> {
  say(`queue: ${WAITING.toLocaleString('en')} requests that wait, of 50 people`)
  await withBook(
    say,
    async (client) => {
      await client.query(`
        CREATE FUNCTION everybody_administrates() RETURNS trigger LANGUAGE plpgsql AS
          $$BEGIN NEW.role := 'Administrator'; RETURN NEW; END$$;
        CREATE TRIGGER everybody_administrates BEFORE INSERT ON user_roles
          FOR EACH ROW EXECUTE FUNCTION everybody_administrates();
        INSERT INTO users (first_name, last_name, email, password_hash)
          SELECT 'Dealer', n::text, 'dealer' || n || '@example.com', '-' FROM generate_series(1, 50) n;
        INSERT INTO jobs (kind, owner_id, body_hash, dry_run, status)
          SELECT 'trades.save-buy', (SELECT min(id) FROM users) + n % 50, '', false, 'held' FROM generate_series(1, ${WAITING}) n;
        INSERT INTO job_inputs (job_id, params, query, body) SELECT id, '{}', '{}', convert_to('{}', 'UTF8') FROM jobs;
        INSERT INTO approval_requests (job_id, act, title, maker, submitted_at, expires_on, needed, rules, amount, came_to, hash)
          SELECT id, kind, 'Trade BUY-' || id, owner_id, now(), '${TODAY}'::date + 5, 1, '[{"rule": 1, "version": 1, "name": "Trades"}]', 1000000,
                 '{"facts": {"trades": [], "lines": [], "checks": []}, "counts": {"trades": 0, "lines": 0}, "records": [], "preview": null, "hash": "0", "computedAt": "2026-11-19T00:00:00Z"}',
                 decode(repeat('00', 32), 'hex') FROM jobs;
        INSERT INTO approval_steps (request_id, what, by_user, hash) SELECT id, 'submitted', maker, hash FROM approval_requests;
        ANALYZE`)
    },
    async (server) => {
      await reads(server, say, 'what waits for me, a page of 50', '/approvals?of=for-me&limit=50')
      await reads(server, say, 'all, a page of 50', '/approvals?of=all&limit=50')
      await reads(
        server,
        say,
        'all that wait, the last page',
        '/approvals?of=all&state=waiting&limit=50&cursor=51',
      )
    },
    TODAY,
  )
}
