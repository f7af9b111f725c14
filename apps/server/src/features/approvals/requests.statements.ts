/** The statements on requests for approval, their steps and the jobs that they are. */

import { statement } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { CANCEL_CHANNEL, ENDED_CHANNEL } from '../../platform/http/job-port.ts'

/** One submission of a key after the other, as with jobs. */
export const TAKE_KEY = statement(
  'approvals.take-key',
  `SELECT ${takeLock('submission of a job', {
    key: "hashtext(:maker::bigint || ' ' || :act::text || ' false ' || :key::text)",
  })}`,
)
export const BY_KEY = statement(
  'approvals.by-key',
  `SELECT r.id, r.state, r.expires_on, r.rules, j.body_hash, j.result_status, j.result, j.portfolios,
          (SELECT s.reason FROM approval_steps s WHERE s.request_id = r.id ORDER BY s.id DESC LIMIT 1) AS reason
     FROM jobs j JOIN approval_requests r ON r.job_id = j.id
    WHERE j.owner_id = :maker AND j.kind = :act AND NOT j.dry_run AND j.key = :key`,
)
/** How many of a person's requests wait, and the bytes that were sent for them. */
export const WAITING = statement(
  'approvals.waiting',
  `SELECT count(*)::integer AS open, coalesce(sum(octet_length(i.body)), 0)::bigint AS bytes
     FROM jobs j LEFT JOIN job_inputs i ON i.job_id = j.id WHERE j.owner_id = :maker AND j.status = 'held'`,
)
export const HOLD_NEW = statement(
  'approvals.hold-new',
  `INSERT INTO jobs (kind, line, owner_id, key, body_hash, dry_run, request_id, portfolios, status)
   VALUES (:act, 'short', :maker, :key?, :hash, false, :requestId?, :portfolios?, 'held') RETURNING id`,
)
export const KEEP_SENT = statement(
  'approvals.keep-sent',
  'INSERT INTO job_inputs (job_id, params, query, body) VALUES (:job, :params, :query, :body?)',
)
/** A job that was carried out and has to wait: watchers are notified as of one that ended. */
export const HOLD_JOB = statement(
  'approvals.hold-job',
  `UPDATE jobs SET status = 'held', done = 0, "of" = 0, words = NULL, tries = 0
    WHERE id = :job AND status = 'running' AND cancel_asked_at IS NULL RETURNING id`,
)
export const ADD = statement(
  'approvals.add',
  `INSERT INTO approval_requests (job_id, act, title, maker, submitted_at, expires_on, needed, rules, amount, portfolios, about, dated, came_to, hash)
   VALUES (:job, :act, :title, :maker, :submittedAt::timestamptz, :expiresOn::date, :needed::smallint, :rules::jsonb, :amount?::numeric, :portfolios?::bigint[],
           :about?, :dated?::date, :cameTo::jsonb, :hash) RETURNING id`,
)
export const ADD_STEP = statement(
  'approvals.add-step',
  `INSERT INTO approval_steps (request_id, what, by_user, for_user, reason, hash)
   VALUES (:id, :what, :by?, :forUser?, :reason?, :hash?)`,
)
/** A request, held until the transaction ends. */
export const HOLD = statement('approvals.hold', 'SELECT id FROM approval_requests WHERE id = :id FOR UPDATE')
export const OF_JOB = statement(
  'approvals.of-job',
  `SELECT id, state FROM approval_requests WHERE job_id = :job AND ended_at IS NULL`,
)
/** The act of the user who approves, rejects or withdraws, in addition to that of the maker, from now on in the transaction. */
export const BEGIN_ACT = statement('approvals.begin-act', 'SELECT begin_acts(ARRAY[:by?::bigint]) AS places')
export const FRESH_SESSION = statement(
  'approvals.fresh-session',
  `SELECT FROM sessions WHERE id = :session AND revoked_at IS NULL AND created_at > now() - make_interval(mins => :minutes)`,
)
/** Whether anything was recorded since a moment. */
export const CHANGED_SINCE = statement(
  'approvals.changed-since',
  `SELECT coalesce((SELECT a.at > :at::timestamptz FROM audit a ORDER BY a.id DESC LIMIT 1), false) AS changed!`,
)
export const MOVE = statement(
  'approvals.move',
  `UPDATE approval_requests SET state = :state, given = :given::smallint,
          ended_at = CASE WHEN :state::text IN ('waiting', 'approved') THEN NULL ELSE clock_timestamp() END
    WHERE id = :id`,
)
export const PREVIEWED = statement(
  'approvals.previewed',
  'UPDATE approval_requests SET comes_to = :comesTo?::jsonb, refusal = :refusal?, looked_at = :at::timestamptz WHERE id = :id AND ended_at IS NULL',
)
const END = (name: string, set: string) =>
  `UPDATE jobs SET ${set}, ended_at = clock_timestamp() WHERE id = :job AND status = '${name}'`
export const JOB_DONE = statement(
  'approvals.job-done',
  END('held', "status = 'done', result_status = :status::smallint, result = :answer"),
)
export const JOB_RETURNED = statement(
  'approvals.job-returned',
  END('held', "status = 'failed', error_status = :status::smallint, error = :error"),
)
/** Nothing of it is to be done any more; a run that looks at it is broken off. */
export const JOB_ENDED = statement(
  'approvals.job-ended',
  `WITH ended AS (
     UPDATE jobs SET status = CASE status WHEN 'running' THEN status ELSE 'cancelled' END, words = NULL,
                     cancel_asked_at = coalesce(cancel_asked_at, clock_timestamp()), ended_at = CASE WHEN status <> 'running' THEN clock_timestamp() END
      WHERE id = :job AND status IN ('held', 'waiting', 'running') RETURNING id, status)
   SELECT pg_notify(CASE status WHEN 'running' THEN '${CANCEL_CHANNEL}' ELSE '${ENDED_CHANNEL}' END, id::text) AS told FROM ended`,
)
/** The job of an approved request goes back to the workers. */
export const JOB_WAITS = statement(
  'approvals.job-waits',
  `UPDATE jobs SET status = 'waiting', started_at = NULL WHERE id = :job AND status = 'held' RETURNING owner_id, line = 'reading' AS reading!`,
)

const NAME = (user: string) => `(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${user})`
const ROW = `r.id, r.job_id, r.act, r.title, r.state, r.maker, ${NAME('r.maker')} AS maker_name, r.submitted_at, r.expires_on, r.ended_at, r.amount,
          r.portfolios, CASE WHEN r.portfolios IS NOT NULL THEN ARRAY(SELECT p.portfolio_id FROM portfolios p WHERE p.id = ANY (r.portfolios) ORDER BY 1) END AS codes,
          r.rules, r.given, r.needed, r.about, r.dated,
          ARRAY(SELECT coalesce(s.for_user, s.by_user) FROM approval_steps s
                 WHERE s.request_id = r.id AND s.what = 'approved'
                   AND s.id > coalesce((SELECT max(l.id) FROM approval_steps l WHERE l.request_id = r.id AND l.what = 'lapsed'), 0)
                UNION SELECT s.by_user FROM approval_steps s WHERE s.request_id = r.id AND s.what = 'approved'
                   AND s.id > coalesce((SELECT max(l.id) FROM approval_steps l WHERE l.request_id = r.id AND l.what = 'lapsed'), 0)) AS approved!`
/** Requests about people and roles: an auditor of the books does not see them. */
export const OF_PEOPLE = /^(users|roles)\./
/** Those that the person asked for, or may look at: of portfolios that he sees, where he decides, is a deputy, writes rules, or reads the audit trail. */
const SEEN = `(r.maker = :person::bigint
            OR (:looks::boolean AND (:people::boolean OR r.act !~ '^(users|roles)\\.') AND (:sees?::bigint[] IS NULL OR r.portfolios <@ :sees?::bigint[])))`
/** Those that wait for the person. */
const FOR_ME = `(r.state = 'waiting' AND r.expires_on >= :today::date AND r.maker <> :person::bigint AND r.about IS DISTINCT FROM :person::bigint
            AND (:changes?::bigint[] IS NULL OR r.portfolios <@ :changes?::bigint[])
            AND (:decides::boolean OR EXISTS (SELECT FROM unnest(:standsIn::bigint[]) d WHERE d <> r.maker AND d IS DISTINCT FROM r.about))
            AND (r.given = 0 OR NOT EXISTS (SELECT FROM approval_steps s WHERE s.request_id = r.id AND s.what = 'approved' AND s.by_user = :person::bigint
                              AND NOT EXISTS (SELECT FROM approval_steps l WHERE l.request_id = r.id AND l.what = 'lapsed' AND l.id > s.id))))`
const ASKED = `(:state?::text IS NULL OR CASE WHEN r.state = 'waiting' AND r.expires_on < :today::date THEN 'expired' ELSE r.state END = :state?::text)
      AND (:acts?::text[] IS NULL OR r.act = ANY (:acts?::text[]) OR split_part(r.act, '.', 1) = ANY (:acts?::text[]))
      AND (:search?::text IS NULL OR position(lower(:search?::text) IN lower('APR-' || lpad(r.id::text, 6, '0') || ' ' || r.title)) > 0)
      AND CASE :of::text WHEN 'mine' THEN r.maker = :person::bigint WHEN 'for-me' THEN ${FOR_ME} ELSE ${SEEN} END`
export const LIST = statement(
  'approvals.list',
  `SELECT ${ROW} FROM approval_requests r WHERE (:before?::bigint IS NULL OR r.id < :before?::bigint) AND ${ASKED} ORDER BY r.id DESC LIMIT :limit`,
)
export const COUNT = statement(
  'approvals.count',
  `SELECT count(*) AS total FROM approval_requests r WHERE ${ASKED}`,
)
export const ONE = statement(
  'approvals.one',
  `SELECT ${ROW}, r.came_to, r.hash, r.comes_to, r.refusal, r.looked_at, j.key, j.body_hash, j.request_id, j.status AS job_status, i.params, i.query, i.body
     FROM approval_requests r JOIN jobs j ON j.id = r.job_id LEFT JOIN job_inputs i ON i.job_id = j.id WHERE r.id = :id`,
)
export const STEPS = statement(
  'approvals.steps',
  `SELECT s.what, s.at, ${NAME('s.by_user')} AS by_name, ${NAME('s.for_user')} AS for_name, s.reason, s.hash, s.by_user
     FROM approval_steps s WHERE s.request_id = :id ORDER BY s.what = 'carried-out', s.id`,
)
/** The maker `r` let in the account that took the step `s`. */
export const LETS_IN = `s.by_user IS NOT NULL
      AND EXISTS (SELECT FROM audit a WHERE a.entity = 'user' AND a.entity_id = s.by_user::text AND a.user_id = r.maker
                     AND a.action IN ('users.let-in', 'users.invite', 'users.enable'))`
/** Accounts that the maker let in, and that decided. */
export const LET_IN = statement(
  'approvals.let-in',
  `SELECT DISTINCT ${NAME('s.by_user')} AS name! FROM approval_steps s JOIN approval_requests r ON r.id = s.request_id
    WHERE r.id = :id AND s.what = 'approved' AND ${LETS_IN}`,
)
/** Requests that were not decided in time, and those that wait although their job has ended; of one job the latter alone. */
export const OVERDUE = statement(
  'approvals.overdue',
  `SELECT r.id, r.job_id, j.status, j.error FROM approval_requests r JOIN jobs j ON j.id = r.job_id
    WHERE r.ended_at IS NULL AND (:job?::bigint IS NULL OR r.job_id = :job?::bigint)
      AND (j.status IN ('failed', 'cancelled') OR (:job?::bigint IS NULL AND r.expires_on < :today?::date)) ORDER BY r.id LIMIT 500`,
)
/** Whether the approvals in force saw this hash. */
export const SAME_WORD = statement(
  'approvals.same-word',
  `SELECT bool_and(s.hash = :hash) AS same FROM approval_steps s WHERE s.request_id = :id AND s.what = 'approved'
      AND s.id > coalesce((SELECT max(l.id) FROM approval_steps l WHERE l.request_id = :id AND l.what = 'lapsed'), 0)`,
)
export const LAST_WORD = statement(
  'approvals.last-word',
  "SELECT hash FROM approval_steps WHERE request_id = :id AND what = 'approved' ORDER BY id DESC LIMIT 1",
)
