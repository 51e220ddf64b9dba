import { describe, expect, it } from 'vitest';
import { isPublicAddress, mayConnect, webhookUrlIssue } from './webhook-addresses.ts';

describe('an address of the internet', () => {
  it.each([
    ['8.8.8.8', true],
    ['93.184.215.14', true],
    ['9.255.255.255', true],
    ['11.0.0.0', true],
    ['100.63.255.255', true],
    ['100.128.0.0', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['169.253.255.255', true],
    ['169.255.0.0', true],
    ['192.167.255.255', true],
    ['192.169.0.0', true],
    ['223.255.255.255', true],
    ['2606:4700:4700::1111', true],
    ['2a00:1450:4001::1', true],
    // this machine and the unspecified address
    ['0.0.0.0', false],
    ['0.255.255.255', false],
    ['127.0.0.1', false],
    ['127.255.255.255', false],
    ['::', false],
    ['::1', false],
    // private networks
    ['10.0.0.0', false],
    ['10.255.255.255', false],
    ['172.16.0.0', false],
    ['172.31.255.255', false],
    ['192.168.0.0', false],
    ['192.168.255.255', false],
    ['100.64.0.0', false],
    ['100.127.255.255', false],
    ['fc00::1', false],
    ['fdff:ffff::1', false],
    // link-local
    ['169.254.0.0', false],
    ['169.254.255.255', false],
    ['fe80::1', false],
    ['febf::1', false],
    ['fec0::1', false],
    // metadata of clouds
    ['169.254.169.254', false],
    ['169.254.170.2', false],
    ['168.63.129.16', false],
    ['100.100.100.200', false],
    ['192.0.0.192', false],
    ['fd00:ec2::254', false],
    // IPv4 inside IPv6
    ['::ffff:127.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['::ffff:a9fe:a9fe', false],
    ['::127.0.0.1', false],
    ['64:ff9b::10.0.0.1', false],
    ['64:ff9b:1::1', false],
    ['2002:7f00:1::', false],
    ['2001::1', false],
    // documents, tests, groups, reserved
    ['192.0.2.1', false],
    ['198.51.100.1', false],
    ['203.0.113.1', false],
    ['198.18.0.1', false],
    ['198.19.255.255', false],
    ['2001:db8::1', false],
    ['3fff::1', false],
    ['100::1', false],
    ['224.0.0.1', false],
    ['239.255.255.255', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['ff02::1', false],
    // no address
    ['', false],
    ['localhost', false],
    ['1.2.3', false],
    ['fe80::1%eth0', false],
  ])('%s: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

  it('is this machine’s own only where a setting says so, and never another private one', () => {
    for (const own of ['127.0.0.1', '127.8.8.8', '::1']) {
      expect([own, mayConnect(own, false), mayConnect(own, true)]).toEqual([own, false, true]);
    }
    for (const closed of ['10.0.0.1', '0.0.0.0', '::ffff:127.0.0.1', '169.254.169.254'])
      expect(mayConnect(closed, true)).toBe(false);
  });
});

describe('an address that deliveries can go to', () => {
  it.each([
    ['https://hooks.example.com/in', undefined],
    ['https://hooks.example.com:8443/in?shop=1', undefined],
    ['https://8.8.8.8/in', undefined],
    ['https://[2606:4700:4700::1111]/', undefined],
    ['', 'url_invalid'],
    ['hooks.example.com', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['http://hooks.example.com/', 'url_not_https'],
    ['http://127.0.0.1/', 'url_not_https'],
    ['ftp://hooks.example.com/', 'url_not_https'],
    ['file:///etc/passwd', 'url_invalid'],
    ['javascript:alert(1)', 'url_invalid'],
    ['https://user@hooks.example.com/', 'url_credentials'],
    ['https://user:word@hooks.example.com/', 'url_credentials'],
    ['https://localhost/', 'url_private'],
    ['https://localhost./', 'url_private'],
    ['https://a.localhost/', 'url_private'],
    ['https://redis:6379/', 'url_private'],
    ['https://db.internal/', 'url_private'],
    ['https://metadata.google.internal/', 'url_private'],
    ['https://printer.local/', 'url_private'],
    ['https://127.0.0.1/', 'url_private'],
    ['https://127.1/', 'url_private'],
    ['https://2130706433/', 'url_private'],
    ['https://0x7f000001/', 'url_private'],
    ['https://0177.0.0.1/', 'url_private'],
    ['https://169.254.169.254/latest/meta-data/', 'url_private'],
    ['https://[::1]/', 'url_private'],
    ['https://[::ffff:127.0.0.1]/', 'url_private'],
    ['https://[::ffff:7f00:1]/', 'url_private'],
    ['https://[fe80::1]/', 'url_private'],
  ])('%s: %s', (url, issue) => expect(webhookUrlIssue(url, false)).toBe(issue));

  it.each([
    ['http://127.0.0.1:4000/in', undefined],
    ['http://localhost:4000/in', undefined],
    ['http://[::1]:4000/in', undefined],
    ['https://localhost/in', undefined],
    ['http://10.0.0.1/', 'url_not_https'],
    ['https://10.0.0.1/', 'url_private'],
    ['http://hooks.example.com/', 'url_not_https'],
    ['http://user@127.0.0.1/', 'url_credentials'],
  ])('where this machine may be sent to, %s: %s', (url, issue) =>
    expect(webhookUrlIssue(url, true)).toBe(issue),
  );
});
