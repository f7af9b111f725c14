/** Served by a demo server alone: the way in without a password, and the files to try. */
import { demo } from '@em/contract/demo/demo'
import { inScope } from '../../platform/database/scope.ts'
import { type DemoServer, type Server, serve, serveFile } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { visitDemo } from '../identity/sign-in/sign-in.commands.ts'

export function demoRoutes(server: Server, { email, samples }: DemoServer): void {
  serve(server, demo.lookAround, ({ request }) => visitDemo(server, { request, email }))
  serveFile(server, demo.sample, async ({ params }) => {
    const sample = samples.find(({ name }) => name === params.name)
    if (sample === undefined) throw new Refusal('record.missing')
    const { fileName, mediaType } = sample
    // The visitor has not signed in yet; the files show the whole book of the demo.
    return { fileName, mediaType, content: await inScope('all', 0, () => sample.make(server.database)) }
  })
}
