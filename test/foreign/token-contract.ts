import { createRequire } from 'node:module'

const require = createRequire(new URL('project/package.json', import.meta.url))

/** Like USDT, its `transfer` returns nothing. The balances are in the first slot. */
const source = `
pragma solidity ^0.8.0;

contract Token {
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

// As ERC-20 says, its transfer returns whether it succeeded.
contract StandardToken {
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

contract Vault {
    uint256 public payments;

    receive() external payable {
        payments += 1;
    }
}
`

/** The code of these contracts as a chain runs it, in hexadecimal. */
export function compileContracts(): { token: string; standardToken: string; vault: string } {
  const solc = require('solc') as { compile(input: string): string }
  const input = {
    language: 'Solidity',
    sources: { 'contracts.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } },
  }
  const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
    errors?: { severity: string; formattedMessage: string }[]
  }
  const serious = errors.filter(({ severity }) => severity === 'error')
  if (serious.length > 0) throw new Error(serious.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const code = (name: string) => `0x${contracts['contracts.sol']?.[name]?.evm.deployedBytecode.object}`
  return { token: code('Token'), standardToken: code('StandardToken'), vault: code('Vault') }
}
