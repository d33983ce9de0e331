import { isDatabaseUnavailable } from '../server/platform/db/primary/availability.ts'
import { unavailableReason } from '../server/platform/db/primary/refusals.ts'
import { Failure, Invalid, StartRefused } from '../server/platform/errors.ts'
import { isFileError } from '../server/platform/files/file-error.ts'
import { releaseVersion } from '../server/platform/host/build-info.ts'
import { isStorageFull } from '../server/platform/storage-full.ts'
import { type Command, parseCall, UsageError } from './command/command.ts'
import { type CommandName, commandNames, loadCommand } from './commands.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const wantsHelp = args.includes('--help') || args.includes('-h')
  const name = [2, 1]
    .map((count) => commandNames.find((name) => name === words.slice(0, count).join(' ')))
    .find((name) => name !== undefined)

  if (!name) {
    if (words.length === 0 && args.includes('--version')) return print(releaseVersion())
    if (words.length === 0 && (wantsHelp || args.length === 0)) return print(await overview(commandNames))
    const group = commandNames.filter((name) => name.startsWith(`${words[0]} `))
    if (group.length > 0 && wantsHelp) return print(await overview(group))
    return printError(
      group.length > 0
        ? `'${words[0]}' needs one of: ${group.map((name) => name.split(' ')[1]).join(', ')}.`
        : `there is no command '${words[0] ?? args[0]}'; 'kontor --help' lists all commands.`,
    )
  }
  const found = await loadCommand(name)
  if (wantsHelp) return print(helpOf(found))
  try {
    return await found.run(parseCall(found, args.slice(found.name.split(' ').length)))
  } catch (error) {
    return explain(error, found)
  }
}

function explain(error: unknown, command: Command): number {
  if (error instanceof UsageError) return printError(`${error.message} (see 'kontor ${command.name} --help')`)
  if (error instanceof StartRefused || error instanceof Failure) return printError(error.message, 1)
  if (error instanceof Invalid) {
    return printError(error.faults.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; '), 1)
  }
  if (isStorageFull(error)) return printError('there is no space left: free some and try again.', 1)
  if (isFileError(error)) return printError(`a file cannot be read or written: ${error.message}.`, 1)
  if (isDatabaseUnavailable(error)) {
    return printError(`the database is unavailable (${unavailableReason(error)}).`, 1)
  }
  throw error
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Exit code 2 is a usage error. */
function printError(text: string, code = 2): number {
  process.stderr.write(`kontor: ${text}\n`)
  return code
}

async function overview(names: readonly CommandName[]): Promise<string> {
  const listed = await Promise.all(names.map(loadCommand))
  const width = Math.max(...listed.map((command) => command.name.length))
  return [
    'Usage: npx kontor <command> [options], or npx kontor --version',
    '',
    ...listed.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    "'npx kontor <command> --help' describes a command. Commands use the same environment variables as the service.",
  ].join('\n')
}

function helpOf(command: Command): string {
  const options = Object.entries({
    ...command.options,
    help: { type: 'boolean', description: 'Show this help' },
  }).map(
    ([name, option]) => [`--${name}${option.type === 'string' ? ' VALUE' : ''}`, option.description] as const,
  )
  const width = Math.max(...options.map(([name]) => name.length))
  return [
    `Usage: npx kontor ${command.name}${command.usage ? ` ${command.usage}` : ''} [options]`,
    '',
    command.summary,
    ...(command.help ? ['', command.help] : []),
    '',
    ...options.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`),
  ].join('\n')
}
