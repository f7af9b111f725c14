import { type JournalWritten, journal, recurring } from '@em/contract/journal/journal'
import { requireRight, type SignedIn } from '../../platform/authorize.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { ownsAttachments } from '../attachments/attachments.commands.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { suspenseRoutes } from '../suspense/suspense.routes.ts'
import { changesOfAccounts } from './entry/account-changes.ts'
import { lockDraft } from './entry/drafts.commands.ts'
import {
  changeEntry,
  createEntry,
  reverseEntry,
  type Standing,
  wholeChange,
} from './entry/entries.commands.ts'
import { findEntry, isThere } from './entry/entries.queries.ts'
import { warningsOf } from './entry/entry-warnings.queries.ts'
import { postDrafts } from './entry/post-drafts.ts'
import { countEntries, type JournalFilter, listEntries } from './list.queries.ts'
import { changeRecurring, createRecurring } from './recurring/recurring.commands.ts'
import { findRecurring, listRecurring } from './recurring/recurring.queries.ts'
import { makeDue } from './recurring/recurring-due.ts'

interface Asked {
  portfolio?: string | undefined
  portfolioId?: string | undefined
  transaction_type?: string | undefined
  from: string | null
  to: string | null
  search?: string | undefined
  source?: 'people' | 'all' | undefined
}

/** A user who may draft posts nothing, and reverses nothing that is posted. @throws Refusal `rights.missing`. */
function needsPosting({ action }: Standing, user: SignedIn): void {
  if (action !== 'draft' && action !== 'cancel') requireRight('journal.post', user)
}

export function journalRoutes(server: Server): void {
  const { database, clock } = server

  ownsAttachments('journal-entry', { exists: (db, id) => isThere(db, 'journal_entries', id) })
  ownsAttachments('journal-draft', {
    exists: (db, id) => isThere(db, 'journal_drafts', id),
    // The files of a draft went along when it was posted; one that comes later would belong to nothing that is shown.
    mayChange: async (tx, id) => {
      const draft = await lockDraft(tx, id)
      if (draft?.status === 'Posted') throw new Refusal('record.stale', { what: `Journal entry ${id}` })
    },
  })

  const filterOf = async (query: Asked, user: SignedIn): Promise<JournalFilter> => ({
    person: user.id,
    portfolioId: (await portfolioOrAll(database, query))?.id,
    transactionType: query.transaction_type,
    from: query.from,
    to: query.to,
    search: query.search,
    source: query.source ?? 'people',
  })

  serve(server, journal.list, async ({ query, reply, user }) => {
    await makeDue(database, clock.today())
    const filter = { ...(await filterOf(query, user)), status: query.status, mine: query.mine }
    const page = await listEntries(database, filter, query, clock.today())
    setPageHeaders(reply, page)
    return { success: true as const, data: page.rows }
  })

  serve(server, journal.summary, async ({ query, user }) => {
    await makeDue(database, clock.today())
    const data = await countEntries(database, await filterOf(query, user), clock.today())
    return { success: true as const, data }
  })

  suspenseRoutes(server)

  serve(server, journal.get, async ({ params }) => ({
    success: true as const,
    data: await findEntry(database, params.id, clock.today()),
  }))

  /** The answer of a write: the entry now, the reversal, and for a preview its effect on the accounts. */
  const written = async (
    tx: Transaction,
    { id, reversalId }: Standing,
    dryRun: boolean,
  ): Promise<JournalWritten> => {
    const today = clock.today()
    const data = await findEntry(tx, id, today)
    const reversal = reversalId === null ? null : await findEntry(tx, reversalId, today)
    const answer = { success: true as const, data, reversal, warnings: await warningsOf(tx, data) }
    if (!dryRun) return answer
    return { ...answer, dryRun: true, balances: await changesOfAccounts(tx, data, reversal, today) }
  }
  const auditOf = (standing: Standing, answer: JournalWritten, entityId = standing.id) => ({
    action: `journal.${standing.action}`,
    entity: 'journal-entry',
    entityId,
    after: answer.data,
  })

  serveWrite(server, journal.create, async (tx, { body, user, by, dryRun }) => {
    const standing = await createEntry(tx, body, by)
    needsPosting(standing, user)
    const answer = await written(tx, standing, dryRun)
    return { answer, audit: auditOf(standing, answer) }
  })

  serveWrite(server, journal.change, async (tx, { params, body, user, by, dryRun }) => {
    const before = await findEntry(tx, params.id, clock.today())
    const whole = wholeChange(await findEntry(tx, params.id, clock.today()), body)
    const standing = await changeEntry(tx, params.id, whole, by)
    needsPosting(standing, user)
    const answer = await written(tx, standing, dryRun)
    return { answer, audit: { ...auditOf(standing, answer, params.id), before } }
  })

  serveWrite(server, journal.reverse, async (tx, { params, body, by, dryRun }) => {
    const standing = await reverseEntry(tx, params.id, body, by)
    const reversal = { ...standing, id: standing.reversalId ?? standing.id, reversalId: null }
    const answer = await written(tx, reversal, dryRun)
    return { answer, audit: auditOf(standing, answer) }
  })

  serveWrite(server, journal.postDrafts, async (tx, { body, by }) => {
    const answer = await postDrafts(tx, [...new Set(body.ids)], by, clock.today())
    return {
      answer,
      audit: {
        action: 'journal.post-drafts',
        entity: 'journal-drafts',
        entityId: body.ids.slice(0, 20).join(' '),
        after: answer,
      },
    }
  })

  serve(server, recurring.list, async () => {
    await makeDue(database, clock.today())
    return { success: true as const, data: await listRecurring(database) }
  })

  serveWrite(server, recurring.create, async (tx, { body, user }) => {
    const id = await createRecurring(tx, body, clock.today(), user.id)
    const data = await findRecurring(tx, id)
    return {
      answer: { success: true as const, data },
      audit: { action: 'recurring.create', entity: 'recurring-entry', entityId: id, after: data },
    }
  })

  serveWrite(server, recurring.change, async (tx, { params, body }) => {
    const before = await findRecurring(tx, params.id)
    await changeRecurring(tx, params.id, body, clock.today())
    const data = await findRecurring(tx, params.id)
    return {
      answer: { success: true as const, data },
      audit: {
        action: `recurring.${body.action}`,
        entity: 'recurring-entry',
        entityId: params.id,
        before,
        after: data,
      },
    }
  })
}
