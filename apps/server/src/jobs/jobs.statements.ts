/** The statements on the table of jobs. Times are the database's own: one clock for all servers and workers. */
import type { ApiError } from '@em/contract'
import type { JobLine } from '@em/contract/jobs/jobs'
import { type RowOf, statement } from '../platform/database/database.ts'
import { takeLock } from '../platform/database/locks.ts'
import { CANCEL_CHANNEL, ENDED_CHANNEL } from '../platform/http/job-port.ts'

export { CANCEL_CHANNEL, ENDED_CHANNEL }

/**
 * The audit row of what became of a job, with the reason that its list shows; of a preview there is none (decision 054). In the transaction
 * of a write it comes after all else: what follows would belong to this act.
 */
const leaves = (action: string, row: string, reason = 'NULL', by = `${row}.owner_id`) =>
  `CASE WHEN NOT ${row}.dry_run THEN record_acts(begin_acts(ARRAY[${by}]), ARRAY[${action}], ARRAY['job'], ARRAY[${row}.id::text], NULL,
     ARRAY[jsonb_strip_nulls(jsonb_build_object('job', ${row}.kind, 'reason', ${reason}))::text], ARRAY[${row}.request_id]) END AS recorded`

const NOTIFY_ENDED = `ended CROSS JOIN LATERAL pg_notify('${ENDED_CHANNEL}', ended.id::text)`

/** One submission of a key after the other. */
export const TAKE_KEY = statement(
  'jobs.take-key',
  `SELECT ${takeLock('submission of a job', {
    key: "hashtext(:ownerId::bigint || ' ' || :kind::text || ' ' || :dryRun::boolean || ' ' || :key::text)",
  })}`,
)
export const BY_KEY = statement(
  'jobs.by-key',
  `SELECT j.id, j.body_hash, j.status, r.id AS request, r.state AS request_state,
          (SELECT s.reason FROM approval_steps s WHERE s.request_id = r.id ORDER BY s.id DESC LIMIT 1) AS request_reason
     FROM jobs j LEFT JOIN approval_requests r ON r.job_id = j.id
    WHERE j.owner_id = :ownerId AND j.kind = :kind AND j.dry_run = :dryRun AND j.key = :key FOR UPDATE OF j`,
)
/** One submission of a person after the other, so that the most is the most. */
export const LOCK_PERSON = statement(
  'jobs.lock-person',
  `SELECT ${takeLock('jobs of a person', { key: ':ownerId::bigint::integer' })}`,
)
/** How many of a person's jobs have not ended, and what was sent for them, in bytes. */
export const OPEN = statement(
  'jobs.open',
  `SELECT count(*)::integer AS open, coalesce(sum(octet_length(i.body)), 0)::bigint AS bytes
     FROM jobs j LEFT JOIN job_inputs i ON i.job_id = j.id WHERE j.owner_id = :ownerId AND j.ended_at IS NULL AND j.status <> 'held'`,
)
/** The oldest requests of a person's ended jobs, as far as all together have more than so many bytes. */
export const FORGET_OVER = statement(
  'jobs.forget-over',
  `DELETE FROM job_inputs WHERE job_id IN (
     SELECT k.job_id FROM (
       SELECT i.job_id, sum(octet_length(i.body)) OVER (ORDER BY j.ended_at DESC, j.id DESC) AS together
         FROM jobs j JOIN job_inputs i ON i.job_id = j.id WHERE j.owner_id = :ownerId AND j.ended_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM approval_requests r WHERE r.job_id = j.id)) k
      WHERE k.together > :most::bigint)`,
)
export const ADD = statement(
  'jobs.add',
  `WITH added AS (
     INSERT INTO jobs (kind, line, owner_id, key, body_hash, dry_run, request_id, portfolios)
     VALUES (:kind, :line, :ownerId, :key?, :hash, :dryRun, :requestId, :portfolios?) RETURNING *)
   SELECT a.id, ${leaves("'jobs.submit'", 'a')} FROM added a`,
)
export const KEEP_INPUT = statement(
  'jobs.keep-input',
  `INSERT INTO job_inputs (job_id, params, query, body) VALUES (:id, :params, :query, :body?)
   ON CONFLICT (job_id) DO UPDATE SET params = excluded.params, query = excluded.query, body = excluded.body`,
)
/** A job that failed or was cancelled waits again, as if it had never been tried. */
export const WAIT_AGAIN = statement(
  'jobs.wait-again',
  `WITH again AS (
     UPDATE jobs SET status = 'waiting', tries = 0, cancel_asked_at = NULL, done = 0, "of" = 0, words = NULL, error_status = NULL,
                     error = NULL, started_at = NULL, ended_at = NULL
      WHERE id = :id AND status IN ('failed', 'cancelled') AND NOT EXISTS (SELECT FROM approval_requests r WHERE r.job_id = jobs.id) RETURNING *)
   SELECT a.owner_id, a.line = 'reading' AS reading!, EXISTS (SELECT FROM job_inputs WHERE job_id = a.id) AS has_input,
          ${leaves("'jobs.retry'", 'a')} FROM again a`,
)
export const END = statement(
  'jobs.end',
  `SELECT j.status, j.result_status, j.result, j.would_wait, j.error_status, j.error, j.portfolios, r.id AS request, r.rules, r.expires_on
     FROM jobs j LEFT JOIN approval_requests r ON r.job_id = j.id WHERE j.id = :id`,
)

/** The next start of a job; none where it has ended, is to be cancelled or was tried too often. */
export const START = statement(
  'jobs.start',
  `UPDATE jobs SET status = 'running', turn = turn + 1, tries = tries + 1, started_at = clock_timestamp(), done = 0, "of" = 0, words = NULL
    WHERE id = :id AND status IN ('waiting', 'running') AND cancel_asked_at IS NULL AND tries < :most RETURNING turn, tries`,
)
export const STANDING = statement(
  'jobs.standing',
  'SELECT status, turn, tries, cancel_asked_at IS NOT NULL AS cancelling FROM jobs WHERE id = :id',
)
/** Of a run, who asks for it and what was sent. */
export const INPUT = statement(
  'jobs.input',
  `SELECT j.kind, j.owner_id, j.key, j.request_id, j.dry_run, i.params, i.query, i.body FROM jobs j JOIN job_inputs i ON i.job_id = j.id
    WHERE j.id = :id AND j.turn = :turn AND j.status = 'running' AND j.cancel_asked_at IS NULL`,
)
/** The portfolios that a run works with, where they are others than those of the submission. */
export const WORKS_WITH = statement(
  'jobs.works-with',
  `UPDATE jobs SET portfolios = :portfolios? WHERE id = :id AND turn = :turn AND portfolios IS DISTINCT FROM :portfolios?::bigint[]`,
)
/** Skips the progress update while the job row is locked: the job is ending. */
export const PROGRESS = statement(
  'jobs.progress',
  `UPDATE jobs SET done = :done, "of" = :of, words = :words
    WHERE id = (SELECT id FROM jobs WHERE id = :id AND turn = :turn AND status = 'running' FOR UPDATE SKIP LOCKED)`,
)
/** Ends a run with its answer; no row where it is to be cancelled or another run has begun. */
export const DONE = statement(
  'jobs.done',
  `WITH ended AS (
     UPDATE jobs SET status = 'done', result_status = :answerStatus, result = :answer, would_wait = :wouldWait?::jsonb, done = "of", words = NULL, ended_at = clock_timestamp()
      WHERE id = :id AND turn = :turn AND status = 'running' AND cancel_asked_at IS NULL RETURNING *),
   gone AS (DELETE FROM job_inputs i USING ended e WHERE i.job_id = e.id AND NOT EXISTS (SELECT FROM approval_requests r WHERE r.job_id = e.id))
   SELECT id, ${leaves("'jobs.done'", 'ended')} FROM ${NOTIFY_ENDED}`,
)
export const FAILED = statement(
  'jobs.failed',
  `WITH ended AS (
     UPDATE jobs SET status = 'failed', error_status = :answerStatus, error = :error, words = NULL, ended_at = clock_timestamp()
      WHERE id = :id AND turn = :turn AND status IN ('waiting', 'running') AND cancel_asked_at IS NULL RETURNING *)
   SELECT id, ${leaves("'jobs.failed'", 'ended', "ended.error::jsonb ->> 'message'")} FROM ${NOTIFY_ENDED}`,
)
/** A job waits for another person: notifies the requests that wait for its end. */
export const NOTIFY_HELD = statement(
  'jobs.tell-held',
  `SELECT pg_notify('${ENDED_CHANNEL}', :id::bigint::text)`,
)
/** Ends what was to be cancelled, once nothing of it runs any more. */
export const CANCELLED = statement(
  'jobs.cancelled',
  `WITH ended AS (
     UPDATE jobs SET status = 'cancelled', words = NULL, ended_at = clock_timestamp()
      WHERE id = :id AND turn = :turn AND status IN ('waiting', 'running') AND cancel_asked_at IS NOT NULL RETURNING id)
   SELECT id FROM ${NOTIFY_ENDED}`,
)
/** Broken off, to be tried again; `counts`: 0 where it was no fault of the job's, as at the stop of a server. */
export const BROKEN_OFF = statement(
  'jobs.broken-off',
  `UPDATE jobs SET status = 'waiting', tries = tries - 1 + :counts::integer, words = :words
    WHERE id = :id AND turn = :turn AND status = 'running'`,
)

/**
 * A person's work that changes something waits for one another, and so does what only reads: of each the queue is given one job at a
 * time. `o` is one of `j`'s that the queue has.
 */
const QUEUED_OF_SAME = `FROM jobs o JOIN em_jobs.job q ON q.name = 'jobs' AND (q.data ->> 'id')::bigint = o.id
      WHERE o.owner_id = j.owner_id AND (o.line = 'reading') = (j.line = 'reading') AND o.ended_at IS NULL
        AND q.state < 'completed'`
/**
 * The job of a person that the queue is to be given next, under the lock "jobs of a person"; none while it has one. Of the job
 * `handled`, which is just being submitted, ended or done with, only an entry that no worker has taken counts.
 */
export const NEXT = statement(
  'jobs.next',
  `SELECT j.id, j.line FROM jobs j
    WHERE j.owner_id = :ownerId AND (j.line = 'reading') = :reading AND j.ended_at IS NULL AND j.status <> 'held' AND (j.status = 'waiting' OR :isLost)
      AND NOT EXISTS (SELECT ${QUEUED_OF_SAME} AND (o.id <> :handled OR q.state < 'active'))
    ORDER BY j.id LIMIT 1`,
)
/** The owner of a job, and the kind of jobs that it alternates with. */
export const HANDLED = statement(
  'jobs.handled',
  `SELECT id, owner_id AS "ownerId!", line = 'reading' AS reading! FROM jobs WHERE id = :id AND owner_id IS NOT NULL`,
)
/** Jobs that have not ended while the queue does not know them: a queue that was made anew has lost them. */
export const LOST = statement(
  'jobs.lost',
  `SELECT DISTINCT j.owner_id AS "ownerId!", j.line = 'reading' AS reading! FROM jobs j
    WHERE j.ended_at IS NULL AND j.status <> 'held' AND j.owner_id IS NOT NULL AND NOT EXISTS (SELECT ${QUEUED_OF_SAME})`,
)

/** Asks for the end of a job: a waiting job ends at once, for a running one its worker is notified. The first request leaves an audit row. */
export const CANCEL = statement(
  'jobs.cancel',
  `WITH open AS (SELECT id, cancel_asked_at FROM jobs WHERE id = :id AND status IN ('waiting', 'running') FOR UPDATE),
   asked AS (
     UPDATE jobs j SET cancel_asked_at = coalesce(j.cancel_asked_at, clock_timestamp()),
                       status = CASE j.status WHEN 'waiting' THEN 'cancelled' ELSE j.status END,
                       words = CASE j.status WHEN 'waiting' THEN NULL ELSE j.words END,
                       ended_at = CASE j.status WHEN 'waiting' THEN clock_timestamp() END
       FROM open WHERE j.id = open.id RETURNING j.*, open.cancel_asked_at IS NULL AS is_first)
   SELECT asked.id, status, owner_id, line = 'reading' AS reading!,
          CASE WHEN is_first THEN (SELECT r.recorded FROM (SELECT ${leaves("'jobs.cancel'", 'asked', 'NULL', ':by::bigint')}) r) END AS recorded
     FROM asked
    CROSS JOIN LATERAL pg_notify(CASE status WHEN 'running' THEN '${CANCEL_CHANNEL}' ELSE '${ENDED_CHANNEL}' END, asked.id::text)`,
)

/** The outcome of a schedule, or its failure: a job without an owner, recorded once it has ended. */
export const NOTE_SCHEDULED = statement(
  'jobs.note-scheduled',
  `WITH noted AS (
   INSERT INTO jobs (kind, body_hash, dry_run, status, words, result_status, result, error_status, error, ended_at)
   SELECT :kind::text, '', false, CASE WHEN :error?::text IS NULL THEN 'done' ELSE 'failed' END, :words?::text,
          CASE WHEN :error?::text IS NULL THEN 200 END, CASE WHEN :error?::text IS NULL THEN 'null' END, :errorStatus?::smallint, :error?::text,
          clock_timestamp() RETURNING *)
   SELECT ${leaves("'jobs.' || noted.status", 'noted', "coalesce(noted.error::jsonb ->> 'message', noted.words)")} FROM noted`,
)

/** Whether daily values of any portfolio are to be made anew (features/values). */
export const VALUES_BEHIND = statement(
  'jobs.values-behind',
  'SELECT EXISTS (SELECT FROM daily_value_marks) OR EXISTS (SELECT FROM limit_marks) AS behind!',
)

/** Whether a scheduled report is due, by the caller's clock (features/report-schedules). */
export const REPORTS_DUE = statement(
  'jobs.reports-due',
  'SELECT EXISTS (SELECT FROM report_schedules WHERE is_on AND next_at <= :now) AS due!',
)
/** Whether contracts of a FIX session are to be formed (features/fix-sessions/forming). */
export const FORMING_DUE = statement(
  'jobs.forming-due',
  'SELECT EXISTS (SELECT FROM fix_forming WHERE is_on AND next_at <= :now) AS due!',
)

const LINE = `j.id, j.kind, j.owner_id, u.first_name || ' ' || u.last_name AS owner_name, j.status, j.dry_run,
          j.cancel_asked_at IS NOT NULL AND j.ended_at IS NULL AS cancelling, j.done, j."of", j.words, j.error_status, j.error,
          j.created_at, j.started_at, j.ended_at, j.portfolios, a.id AS approval_id, f.id AS file_id, f.portfolios AS file_portfolios, f.file_name, f.media_type, f.rows, f.bytes, f.kept_until`
const FROM =
  'FROM jobs j LEFT JOIN users u ON u.id = j.owner_id LEFT JOIN export_files f ON f.job_id = j.id LEFT JOIN approval_requests a ON a.job_id = j.id'
/** Long work: one's own, and of others that of these kinds. A write that only waits for approval is listed among the approvals. */
const SEEN = '(j.owner_id = :ownerId OR j.kind = ANY (:kinds::text[])) AND j.kind = ANY (:long::text[])'

export const LIST = statement(
  'jobs.list',
  `SELECT ${LINE} ${FROM} WHERE ${SEEN} AND (:before?::bigint IS NULL OR j.id < :before) ORDER BY j.id DESC LIMIT :limit`,
)
export const COUNT = statement('jobs.count', `SELECT count(*) AS total FROM jobs j WHERE ${SEEN}`)
/** An approved write answers its owner here what it would have answered at once, such as a payment file. */
export const ONE = statement(
  'jobs.one',
  `SELECT ${LINE}, j.result_status, j.result, j.would_wait ${FROM}
    WHERE j.id = :id AND (${SEEN} OR j.owner_id = :ownerId AND a.state = 'done')`,
)

/** The newest of one kind that did what it was to do, and the newest that has not ended. */
export const NEWEST_OF_KIND = statement(
  'jobs.newest-of-kind',
  `SELECT ${LINE}, j.result ${FROM}
    WHERE j.id IN ((SELECT max(id) FROM jobs WHERE kind = :kind AND status = 'done' AND NOT dry_run),
                   (SELECT max(id) FROM jobs WHERE kind = :kind AND ended_at IS NULL AND NOT dry_run))`,
)

/** A job as a list shows it. */
export function lineOf(row: RowOf<typeof LIST>): JobLine {
  return {
    id: row.id,
    kind: row.kind,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
    status: row.status as JobLine['status'],
    dryRun: row.dry_run,
    cancelling: row.cancelling ?? false,
    progress: { done: row.done, of: row.of, words: row.words },
    error:
      row.error === null ? null : { ...(JSON.parse(row.error) as ApiError), status: row.error_status ?? 500 },
    file: fileOf(row),
    approvalId: row.approval_id,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

function fileOf({ file_id: id, ...row }: RowOf<typeof LIST>): JobLine['file'] {
  if (id === null) return null
  return {
    id,
    file_name: row.file_name ?? '',
    media_type: row.media_type ?? '',
    rows: row.rows ?? 0,
    bytes: row.bytes ?? 0,
    kept_until: row.kept_until ?? '',
  }
}

/** The requests of jobs that were refused, failed or cancelled more than a day ago. */
export const FORGET_INPUTS = statement(
  'jobs.forget-inputs',
  `DELETE FROM job_inputs WHERE job_id IN (
     SELECT id FROM jobs WHERE ended_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM approval_requests r WHERE r.job_id = jobs.id))`,
)
/** Files of exports whose week is over: their parts. The list shows that they existed until a month has passed. */
export const FORGET_FILES = statement(
  'jobs.forget-files',
  `WITH over AS (UPDATE export_files SET stored = 0 WHERE kept_until < now() AND stored > 0 RETURNING id)
   DELETE FROM export_parts p USING over WHERE p.file_id = over.id`,
)
export const FORGET_GONE_FILES = statement(
  'jobs.forget-gone-files',
  `DELETE FROM export_files WHERE kept_until < now() - interval '23 days'`,
)
/** Jobs to delete: export files after a week, others after a month. The latest run of each schedule is kept, and the last job of the routes in `last`. */
export const FORGET = statement(
  'jobs.forget',
  `DELETE FROM jobs WHERE id IN (
     SELECT id FROM jobs WHERE ended_at < now() - make_interval(days => CASE WHEN kind = ANY (:exports::text[]) THEN 7 ELSE 30 END)
        AND NOT EXISTS (SELECT FROM report_schedule_runs r WHERE r.job_id = jobs.id)
        AND NOT EXISTS (SELECT FROM approval_requests r WHERE r.job_id = jobs.id)
        AND id NOT IN (SELECT max(id) FROM jobs WHERE kind = ANY (:last::text[]) AND status = 'done' AND NOT dry_run GROUP BY kind)
      ORDER BY ended_at LIMIT :atOnce)
   RETURNING id`,
)
