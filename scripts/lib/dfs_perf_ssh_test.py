#!/usr/bin/env python3
"""bin/dfs-perf with slaves that ssh starts on two hosts: network namespaces with an sshd each. Needs a build, root
and what `scripts/setup --benchmarks` installs.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from daemon import ROOT

NAMES = [f"okssh{os.getpid()}{i}" for i in "ab"]
SUBNET = f"10.253.{os.getpid() % 256}"
HOST = f"{SUBNET}.1"
NODES = [f"{SUBNET}.{10 + i}" for i in range(len(NAMES))]
MISSING = f"{SUBNET}.99"
BRIDGE = f"okb{os.getpid()}"


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class SshTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        ip("link", "add", BRIDGE, "type", "bridge")
        cls.addClassCleanup(ip, "link", "delete", BRIDGE)
        ip("address", "add", f"{HOST}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for name in ("host", "client"):
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", cls.folder / name], check=True)
        Path("/run/sshd").mkdir(exist_ok=True)
        for name, address in zip(NAMES, NODES, strict=True):
            cls.start_host(name, address)
        cls.path = cls.wrap_ssh()

    @classmethod
    def start_host(cls, name, address):
        ip("netns", "add", name)
        cls.addClassCleanup(ip, "netns", "delete", name)
        ip("link", "add", f"p{name}"[:15], "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", f"p{name}"[:15], "master", BRIDGE, "up")
        ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")
        ip("-n", name, "link", "set", "lo", "up")
        options = {
            "ListenAddress": address, "HostKey": cls.folder / "host", "StrictModes": "no",
            "AuthorizedKeysFile": cls.folder / "client.pub", "PermitRootLogin": "yes",
            "PidFile": "none", "UsePAM": "no"}
        words = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
        server = subprocess.Popen(
            ["ip", "netns", "exec", name, "/usr/sbin/sshd", "-D", "-e", "-f", "/dev/null", *words],
            stderr=subprocess.DEVNULL)
        cls.addClassCleanup(server.wait)
        cls.addClassCleanup(server.kill)

    @classmethod
    def wrap_ssh(cls):
        """An ssh that knows this test's key and hosts, without a change to anybody's own settings."""
        config = cls.folder / "config"
        config.write_text(
            f"Host {MISSING}\n  ConnectTimeout 2\n  ConnectionAttempts 1\nHost *\n  ConnectionAttempts 30\n"
            f"  IdentityFile {cls.folder / 'client'}\n  UserKnownHostsFile /dev/null\n"
            "  StrictHostKeyChecking no\n  LogLevel ERROR\n  User root\n")
        tools = cls.folder / "bin"
        tools.mkdir()
        (tools / "ssh").write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F {config} "$@"\n')
        (tools / "ssh").chmod(0o755)
        return f"{tools}:{os.environ['PATH']}"

    def run_suite(self, nodes, *more):
        slaves = self.folder / "slaves"
        slaves.write_text("".join(f"{node}\n" for node in nodes))
        return subprocess.run(
            [
                ROOT / "bin" / "dfs-perf", "Iterate", "--fs", "file:///", "--workspace",
                self.folder / "files", "--slaves", slaves, "--launcher", "ssh", "--threads", "2",
                "--out", self.folder / "out", "--set", "file.length.bytes=100000", "--set",
                "verify=true", "--set", "shuffle.mode=true", *more],
            env=os.environ | {"PATH": self.path}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)

    def test_slaves_of_two_hosts_write_and_read(self):
        run = self.run_suite(NODES, "--master", HOST)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn(f"master at {HOST}:", run.stdout)
        report = (self.folder / "out" / "DfsPerfReport-Iterate").read_text()
        for number, node in enumerate(NODES):
            self.assertIn(f"{number}@{node}", report)

    def test_a_master_that_they_cannot_reach_is_said(self):
        run = self.run_suite(NODES)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("master at 127.0.0.1:", run.stdout)
        self.assertIn(f"Failed: 0@{NODES[0]}: did not register within", run.stdout)

    def test_a_host_that_is_not_there_is_named(self):
        run = self.run_suite([*NODES, MISSING], "--master", HOST)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn(f"Failed: 2@{MISSING}: its process ended with exit code 255", run.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
