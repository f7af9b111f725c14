/**
 * Our pages forbid making functions from text (Content-Security-Policy); the checks of zod would try to, and the
 * browser reports each try. The kit's files import this before they make their first check.
 */
import { config } from 'zod'

if ('document' in globalThis) config({ jitless: true })
