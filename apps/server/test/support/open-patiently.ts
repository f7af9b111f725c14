/** Opens the books of a test: what a busy machine delays does not fail it. Tests of the limits of reads set their own. */
import type pg from 'pg'
import { type Database, openDatabase, type ReadSeconds } from '../../src/platform/database/database.ts'

/** Seconds that a read may take in a test. */
export const PATIENT_READS: ReadSeconds = { light: 60, heavy: 60, report: 120 }

/** @param size - Connections for each kind of read. */
export const openPatiently = (config: pg.ClientConfig, size = 8): Promise<Database> =>
  openDatabase(config, size, PATIENT_READS)
