import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../processes/free-port.ts'
import { until } from '../processes/until.ts'

const run = promisify(execFile)
const programs = ['/usr/bin/radosgw', '/usr/bin/ceph-mon', '/usr/bin/ceph-osd', '/usr/bin/ceph']

/** Ceph's object gateway is a real S3. Debian: radosgw ceph-mon ceph-osd ceph-common. */
export function hasS3Gateway(): boolean {
  return programs.every((program) => {
    try {
      accessSync(program, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** One monitor, one store in memory and the gateway, all in a directory of their own on free ports. */
export async function startS3Gateway() {
  const home = mkdtempSync(join(tmpdir(), 's3-'))
  const [port, ...monitorPorts] = [await freePort(), await freePort(), await freePort()]
  const monitor = `[v2:127.0.0.1:${monitorPorts[0]},v1:127.0.0.1:${monitorPorts[1]}]`
  const conf = join(home, 'ceph.conf')
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(home, name))
  writeFileSync(
    conf,
    `[global]
fsid = ${randomUUID()}
mon host = ${monitor}
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms client mode = crc
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon pg warn on no sp = false
run dir = ${home}
admin socket =
log file = ${home}/$name.log
osd objectstore = memstore
memstore device bytes = 1073741824
[mon.a]
mon data = ${home}/mon
[osd.0]
osd data = ${home}/osd
[client.admin]
rgw data = ${home}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
`,
  )
  const children: ChildProcess[] = []
  const start = (program: string, ...args: string[]) => {
    children.push(spawn(program, ['-c', conf, '-f', ...args], { stdio: 'ignore' }))
  }
  /** Nothing here takes minutes; what never answers must not be waited for. */
  const finish = (program: string, ...args: string[]) =>
    run(program, ['-c', conf, ...args], { timeout: 180_000 })

  async function stop() {
    await Promise.all(
      children.map(async (child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        if (child.exitCode === null && child.kill('SIGKILL')) await ended
      }),
    )
    rmSync(home, { recursive: true, force: true })
  }

  try {
    const map = join(home, 'monmap')
    await run('monmaptool', ['--create', '--addv', 'a', monitor, map])
    await finish('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
    start('ceph-mon', '-i', 'a')
    const osd = randomUUID()
    await finish('ceph', '--connect-timeout', '170', 'osd', 'new', osd)
    await finish('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
    start('ceph-osd', '-i', '0')
    const [accessKey, secretKey] = [randomUUID(), randomUUID()]
    const user = ['--uid', 'test', '--display-name', 'test']
    await finish(
      ...(['radosgw-admin', 'user', 'create', ...user] as const),
      ...['--access-key', accessKey, '--secret-key', secretKey],
    )
    start('radosgw', '-n', 'client.admin')
    const endpoint = `http://127.0.0.1:${port}`
    await until('the S3 gateway answers', async () => Boolean(await fetch(endpoint)))
    return { endpoint, accessKey, secretKey, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
