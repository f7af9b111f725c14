/** Tables whose rows belong to the running installation and not to the books: a backup leaves them out. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_versions: 'written again by the migrations that a restore runs',
  sessions: 'whoever was signed in signs in again: a backup must not open a session',
  sign_in_attempts: 'counts of some minutes',
  known_places:
    'browsers and networks that count apart from strangers; they are known again after the next sign-in',
  password_links: 'one-time links of some hours: a backup must not open an account',
  idempotency_keys: 'answers for retries of some hours',
  write_probe: 'one row that is written every few seconds',
  backups: 'tells of the files made here',
}
