import type { JournalEntry } from '@em/contract/journal/journal-entry'

/** Whom the files of an entry belong to: what is not in the ledger has a version. */
export const ownerOf = ({ version }: Pick<JournalEntry, 'version'>) =>
  version === null ? ('journal-entry' as const) : ('journal-draft' as const)
