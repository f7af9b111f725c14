import { users } from '@em/contract/identity/identity'
import { call } from '../../../lib/api.ts'
import type { AttentionSource } from '../../../lib/attention.ts'
import { mayNow } from '../../../lib/may.ts'
import { hrefOf } from '../../../links/tabs.ts'

/** Tells who manages users of accounts that wait for approval. */
export const accountsAttention: AttentionSource = {
  id: 'accounts',
  load: async ({ signal }) => {
    if (!mayNow(users.list, users.change)) return []
    const waiting = await call(users.list, { query: { state: 'waiting' }, signal })
    const [first] = waiting
    if (first === undefined) return []
    const name = `${first.first_name} ${first.last_name}`
    return [
      {
        id: 'accounts-waiting',
        title:
          waiting.length === 1
            ? '1 account is waiting for approval'
            : `${waiting.length} accounts are waiting for approval`,
        detail: waiting.length === 1 ? name : `The newest: ${name}`,
        tone: 'warning',
        href: hrefOf('Administration', 'Users', { state: 'waiting' }),
      },
    ]
  },
}
