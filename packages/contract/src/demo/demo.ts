/**
 * What only a demo server has (`npm run demo`): signing in without a password, and files to try. On any other server these
 * routes do not exist, so they are in no list of the interface.
 */
import { z } from 'zod'
import { signedIn } from '../identity/identity.ts'
import { route } from '../kit/route.ts'

/** The files to drop, by the name in their address. */
export const DEMO_SAMPLES = ['confirmation', 'trades', 'statement', 'custodian'] as const
export type DemoSampleName = (typeof DEMO_SAMPLES)[number]

const base = { tag: 'Demo', needs: 'public' } as const
export const demo = {
  lookAround: route({
    ...base,
    name: 'demo.look-around',
    method: 'POST',
    path: '/demo/look-around',
    summary: 'Sign in as the demo user, without a password',
    reply: signedIn,
  }),
  sample: route({
    ...base,
    name: 'demo.sample',
    method: 'GET',
    path: '/demo/samples/:name',
    summary:
      'A file to try in the demo: a confirmation of a broker, a sheet of trades, a statement of a bank, confirmations of a custodian',
    params: z.object({ name: z.enum(DEMO_SAMPLES) }),
    reply: z.string(),
  }),
}
