import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { markConnection } from '#src/offline/connection.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { failing } from '../../tests/support/faulty-stores.ts'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { RecordFiles } from './record-files.tsx'

let server: SyncDouble
let userId = 1_900
beforeAll(() => speakEnglish('crud', 'ui', 'problems'))
beforeEach(() => {
  userId += 1
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  server = syncDouble()
  markConnection({ online: true })
  server.state.routes['GET /dealer-branch/5/files'] = () => ({ files: [] })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function chooseOffline(name: string) {
  await begin({ userId, permissions: ['52-d', '52-c'] })
  render(
    <AtWork userId={userId}>
      <RecordFiles module={dealerBranch} record={{ id: 5 }} />
    </AtWork>,
  )
  await screen.findByText('No files yet')
  await haveNumbers(server)
  server.state.network = 'refuse'
  markConnection({ online: false })
  return () => {
    const chosen = new NodeFile([new Uint8Array(10).fill(7)], name, { type: 'application/pdf' })
    const zone = screen.getByRole('group', { name: 'Files' })
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [chosen] } })
  }
}

test('a device that has no room even for a number says that it is full', async () => {
  const drop = await chooseOffline('bill.pdf')
  failing('meta', 'put', new DOMException('full', 'QuotaExceededError'))
  drop()
  expect(await screen.findByText(/This device is full/)).toBeTruthy()
  expect(screen.queryByText(/Something went wrong/)).toBeNull()
})

test('where room can be made for a number, it is', async () => {
  const drop = await chooseOffline('bill.pdf')
  failing('meta', 'put', new DOMException('full', 'QuotaExceededError'), 1)
  drop()
  await screen.findByText('1 file is kept on this device and sent when the connection is back.')
})
