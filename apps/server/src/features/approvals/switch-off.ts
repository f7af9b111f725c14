/** The way out on the machine, where no one is left to approve: every rule is switched off, in the audit trail and for all administrators to see. */
import { sendAudits } from '../../platform/acts.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addVersion, contentOf, HOLD, holdRules, NEXT } from './rules.commands.ts'
import { listRules } from './rules.queries.ts'

const REASON_LEAST = 5

/** Switches every rule off: the way out on the machine. Answers their names. */
async function switchAllOff(tx: Transaction, today: string): Promise<string[]> {
  await holdRules(tx)
  const rules = (await listRules(tx, today)).filter(({ isOn }) => isOn)
  for (const rule of rules) {
    await tx.query(HOLD, { id: rule.id })
    const version = rule.version + 1
    await addVersion(tx, rule.id, version, contentOf(rule), { isOn: false, by: null })
    await tx.query(NEXT, { id: rule.id, version })
  }
  return rules.map(({ name }) => name)
}

/** Switches every rule off. Answers their names. @throws Refusal `request.invalid` without a reason. */
export async function switchOff(database: Database, reason: string): Promise<string[]> {
  if (reason.trim().length < REASON_LEAST)
    throw new Refusal('request.invalid', {}, [
      { field: 'reason', message: 'Please give a reason of 5 or more characters.' },
    ])
  return database.transaction(
    async (tx) => {
      const names = await switchAllOff(tx, systemClock.today())
      if (names.length > 0)
        sendAudits(tx, [
          {
            action: 'approval-rules.off',
            entity: 'approval-rules',
            entityId: 'all',
            after: { name: 'All approval rules', rules: names, reason: reason.trim() },
          },
        ])
      return names
    },
    'approval-rules.off',
    [null],
  )
}
