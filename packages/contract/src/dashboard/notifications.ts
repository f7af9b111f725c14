import { z } from 'zod'
import { route } from '../kit/route.ts'

/** Notices for the bell: work that needs attention. */
export const notifications = route({
  name: 'notifications',
  needs: 'signed-in',
  method: 'GET',
  path: '/notifications',
  tag: 'Dashboard',
  summary:
    'What needs attention: settlements due, failed imports, reconciliation breaks, stale or missing prices, suspense, corporate actions, stale mark-to-market runs, exceeded limits, closed years that moved, an old check of the books, new announcements on securities held, contracts of FIX sessions that the clock could not form',
  reply: z.array(
    z.object({
      id: z.string(),
      severity: z.enum(['info', 'warning']),
      title: z.string(),
      detail: z.string(),
      /** The tab to go to, by its name. */
      tab: z.string().nullable(),
      /** The one record of that tab that it is about; null for several. */
      record: z.number().nullable(),
    }),
  ),
})
