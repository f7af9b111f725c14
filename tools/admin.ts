/**
 * `npm run admin -- reset MAIL`: prints a one-time link with which a person sets a new password, for an administrator
 * who forgot their password. `npm run admin -- approvals off REASON`: switches every approval rule off. Ends with 0, 1 when it is refused, 2 when it could not look.
 */
import { parseArgs } from 'node:util'
import { switchOff } from '../apps/server/src/features/approvals/switch-off.ts'
import { resetPassword } from '../apps/server/src/features/identity/users/reset.ts'
import { Refusal } from '../apps/server/src/platform/refusal.ts'

import { toolSettings, withDatabase } from './support/books.ts'

const USAGE = `Usage: npm run admin -- reset MAIL
  Prints a link that works once, for 24 hours. The server may be running.
       npm run admin -- approvals off REASON
  Switches every approval rule off, where nobody is left to approve. It stands in the audit trail, and every administrator is told.`

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  })
  const [command, email, more] = positionals
  if (!values.help && command === 'approvals' && email === 'off' && more !== undefined)
    return approvalsOff(positionals.slice(2).join(' '))
  if (values.help || command !== 'reset' || email === undefined || more !== undefined) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const { path, expiresAt } = await withDatabase((database) => resetPassword(database, email))
  const { port } = toolSettings()
  console.log(`A new password for ${email} can be set once, until ${expiresAt}:`)
  console.log(`  http://localhost:${port}${path}`)
  console.log(
    `Replace localhost:${port} with the host and port under which people reach the server, where those are others.`,
  )
  return 0
}

async function approvalsOff(reason: string): Promise<number> {
  const names = await withDatabase((database) => switchOff(database, reason))
  console.log(names.length === 0 ? 'No approval rule was on.' : `Switched off: ${names.join(', ')}.`)
  return 0
}

main().then(
  (status) => {
    process.exitCode = status
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof Refusal ? 1 : 2
  },
)
