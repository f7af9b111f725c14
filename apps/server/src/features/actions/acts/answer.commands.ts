/** What every act on an action is done for, and how it is answered. */
import type { ActionPreview, CorporateActionDetail } from '@em/contract/books/corporate-actions'
import { storedForm } from '@em/contract/corporate-actions/forms'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Brought } from '../bring/bring.commands.ts'
import type { StoredAction } from '../facts/action-rows.queries.ts'
import { detailOf } from './answer.queries.ts'
import { previewOf } from './preview.queries.ts'

export interface ActionOrder {
  readonly recordedBy: number
  readonly today: string
  readonly dryRun: boolean
}

export type Answer = Outcome<CorporateActionDetail | ActionPreview>

export const NOTHING_BROUGHT: Pick<Brought, 'entryIds' | 'moved'> = { entryIds: [], moved: [] }

/** The answer to a write of an action, or its preview. */
export async function answer(
  tx: Transaction,
  action: StoredAction,
  brought: Pick<Brought, 'entryIds' | 'moved'>,
  { dryRun, today }: ActionOrder,
  audit: { readonly action: string; readonly before: unknown; readonly after?: unknown },
): Promise<Answer> {
  const row = {
    action: audit.action,
    entity: 'corporate-action',
    entityId: action.id,
    ...(audit.before !== undefined && { before: audit.before }),
    after: audit.after ?? { title: action.title, ...storedForm(action.form) },
  }
  if (dryRun) return { answer: await previewOf(tx, action.id, brought, today), audit: row, status: 200 }
  return { answer: await detailOf(tx, action.id, today), audit: row }
}
