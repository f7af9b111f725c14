import { DEMO_SAMPLES, type DemoSampleName } from '@em/contract/demo/demo'
import { Anchor } from '@mantine/core'
import css from './Demo.module.css'

/** The title of each file, and what it shows. */
const SAMPLES: Readonly<Record<DemoSampleName, { title: string; shows: string }>> = {
  confirmation: {
    title: 'A broker’s confirmation (PDF)',
    shows:
      'Drop it on Trade Report: three trades are read with their fees, proved against the schedule and recorded.',
  },
  trades: {
    title: 'A messy sheet of trades (CSV)',
    shows:
      'Import it in Bulk Buy Entry, Many rows, for Mahaweli Growth Fund: titles and totals are left out, names become companies, one misspelt name is asked about.',
  },
  statement: {
    title: 'A bank statement (CSV)',
    shows:
      'Import it in Account Reconciliation for Trust Settlement, November 2026: what agrees is paired; the bank’s charge is left to post.',
  },
  custodian: {
    title: 'A custodian’s confirmations (FIN)',
    shows:
      'Drop it on Custodian Integration: one settlement is proposed whole, one in part, and one that the custodian took back is not.',
  },
}

/** The download of a file to try. */
export function SampleLink({ name }: { name: DemoSampleName }) {
  return (
    <Anchor href={`/api/demo/samples/${name}`} download fz="inherit" underline="always">
      {SAMPLES[name].title}
    </Anchor>
  )
}

/** All of them, with what they show. */
export function SampleList() {
  return (
    <ul className={css.samples}>
      {DEMO_SAMPLES.map((name) => (
        <li key={name}>
          <SampleLink name={name} />
          <span>{SAMPLES[name].shows}</span>
        </li>
      ))}
    </ul>
  )
}
