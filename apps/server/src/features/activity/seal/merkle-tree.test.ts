import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashLeaf, MerkleTree } from './merkle-tree.ts';

/** The vectors that implementations of Certificate Transparency test with. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaves = LEAVES.map((hex) => hashLeaf(Buffer.from(hex, 'hex')));

test.each(ROOTS.map((root, n) => [n + 1, root] as const))('the root of the first %i leaves', (count, root) => {
  expect(new MerkleTree(leaves.slice(0, count)).root.toString('hex')).toBe(root);
});

test.each([
  [8, 0, '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'],
  [8, 0, '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e'],
  [8, 0, '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'],
  [3, 2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
])('of %i leaves the path of leaf %i has %s', (count, position, hash) => {
  const path = new MerkleTree(leaves.slice(0, count)).pathOf(position).map((node) => node.toString('hex'));
  expect(path).toContain(hash);
  expect(path).toHaveLength(count === 8 ? 3 : 1);
});

test('paths of trees of any size have the lengths that RFC 6962 gives them', () => {
  const depth = (position: number, size: number): number => {
    if (size === 1) return 0;
    const left = 2 ** Math.floor(Math.log2(size - 1));
    return 1 + (position < left ? depth(position, left) : depth(position - left, size - left));
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (size, any) => {
      const tree = new MerkleTree(Array.from({ length: size }, (_, n) => hashLeaf(`${n}`)));
      expect(tree.pathOf(any % size)).toHaveLength(depth(any % size, size));
    }),
  );
});
