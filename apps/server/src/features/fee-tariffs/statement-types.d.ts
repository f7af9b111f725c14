/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'fee-reliefs.all': {
      values: {}
      row: {
        effective_from: string
        effective_to: string | null
      }
    }
    'fee-tariffs.all': {
      values: {}
      row: {
        id: number
        effective_from: string
        security_class: 'debenture' | 'non-voting' | 'ordinary' | 'preference' | 'rights' | 'unit' | 'warrant'
        band_limit: string
        brokerage: string
        cse: string
        cds: string
        clearing: string
        sec: string
        stl: string
        excess_brokerage: string
        excess_cse: string
        excess_cds: string
        excess_clearing: string
        excess_sec: string
        excess_stl: string
        source: string | null
        version: number
        created_at: string
        updated_at: string
      }
    }
    'fee-tariffs.in-force': {
      values: {
        securityClass: string
        date: string
      }
      row: {
        id: number
        effective_from: string
        security_class: 'debenture' | 'non-voting' | 'ordinary' | 'preference' | 'rights' | 'unit' | 'warrant'
        band_limit: string
        brokerage: string
        cse: string
        cds: string
        clearing: string
        sec: string
        stl: string
        excess_brokerage: string
        excess_cse: string
        excess_cds: string
        excess_clearing: string
        excess_sec: string
        excess_stl: string
        source: string | null
        version: number
        created_at: string
        updated_at: string
      }
    }
  }
}
export {}
