/** Closes what a test file left open when its tests have ended. Hooks run last first: the file's own come before. */
import { afterAll } from 'vitest'
import { closeFile } from './after-file.ts'

afterAll(closeFile, 300_000)
