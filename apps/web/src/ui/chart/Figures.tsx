import { Table } from '@mantine/core'
import { DASH, formatNumber } from '../../lib/numerals.ts'
import type { ChartProps } from './chart-props.ts'

/** The figures behind a chart; loaded when asked for. */
export default function Figures({
  title,
  categories,
  series,
  xName,
  yName,
  decimals = 2,
  weights,
  grouping,
  height,
}: ChartProps & { height: number }) {
  const style = { decimals, ...(grouping === undefined ? {} : { grouping }) }
  return (
    <div
      style={{ maxHeight: height, overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={`${title}: table`}
    >
      <Table stickyHeader fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{xName}</Table.Th>
            {series.map((one) => (
              <Table.Th key={one.name} ta="right">
                {series.length === 1 ? yName : one.name}
              </Table.Th>
            ))}
            {weights !== undefined && <Table.Th ta="right">Share (%)</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {categories.map((category, index) => (
            <Table.Tr key={category}>
              <Table.Td>{category}</Table.Td>
              {series.map((one) => {
                const value = one.values[index]
                return (
                  <Table.Td key={one.name} ta="right" className="em-number">
                    {value === null || value === undefined ? DASH : formatNumber(value, style)}
                  </Table.Td>
                )
              })}
              {weights !== undefined && (
                <Table.Td ta="right" className="em-number">
                  {formatNumber(weights[index], { decimals: 1 })}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
