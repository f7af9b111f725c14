/** Tables whose rows belong to the running installation and not to the books: a backup leaves them out. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_versions: 'written by the migrations that a restore runs',
  sessions: 'a backup must not open a session; everyone signs in again',
  sign_in_attempts: 'counts that are kept for minutes',
  known_places: 'known browsers and networks; they are recognised again after the next sign-in',
  password_links: 'one-time links; a backup must not open an account',
  idempotency_keys: 'stored answers to repeated requests, kept for hours',
  jobs: 'work that was handed in to this installation, and what became of it',
  job_inputs: 'what was sent for that work',
  export_files: 'files made of the books, kept for a week',
  export_parts: 'their bytes',
  report_schedule_runs: 'which job was the latest run of a scheduled report',
  write_probe: 'one row that the health check writes every few seconds',
  backups: 'the list of backups made by this installation',
}
