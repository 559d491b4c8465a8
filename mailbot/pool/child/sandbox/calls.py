"""Seccomp: which system calls a reader may make, told to the kernel by libseccomp.

What reading needs is allowed; some of it with some arguments only. What only an attack
would try ends the process, so that the letter is known for what it is. The kernel
answers everything else as if it did not know the call, as an older kernel would.

A filter takes the kernel a millisecond to load. The fork server loads the large one,
which readers inherit; each adds a small one against what its server needs and it does
not: to reach other processes.
"""

import ctypes
import errno
import os
import sys

from msgspec import Struct

from mailbot.kernel import checked, libc
from mailbot.pool.protocol.control import FROM_OUTSIDE

try:
    import pyseccomp as seccomp
except (ImportError, RuntimeError):  # RuntimeError: libseccomp is not installed
    seccomp = None

_FREE = (
    """
    read readv pread64 preadv preadv2 write writev pwrite64 pwritev pwritev2 lseek
    _llseek close close_range dup dup2 dup3 pipe pipe2 poll ppoll select pselect6
    _newselect epoll_create1 epoll_ctl epoll_wait epoll_pwait sendfile copy_file_range
    recvfrom recv sendto send shutdown getsockopt setsockopt getsockname getpeername
    open openat stat stat64 fstat fstat64 lstat lstat64 newfstatat fstatat64 statx
    statfs statfs64 fstatfs fstatfs64 access faccessat faccessat2 readlink readlinkat
    getdents getdents64 getcwd unlink unlinkat ftruncate ftruncate64 fallocate
    fadvise64 fsync fdatasync flock umask
    mmap mmap2 munmap mremap mprotect madvise mincore brk membarrier
    fork vfork execve exit exit_group wait4 waitpid futex futex_time64
    set_robust_list get_robust_list rseq set_tid_address arch_prctl set_thread_area
    getpid getppid gettid getpgrp getpgid getsid getuid geteuid getgid getegid
    getuid32 geteuid32 getgid32 getegid32 getresuid getresgid getgroups
    sched_yield sched_getaffinity sched_getparam sched_getscheduler getcpu
    getrusage times uname sysinfo getrlimit setrlimit ugetrlimit
    setitimer getitimer alarm nanosleep clock_nanosleep clock_nanosleep_time64
    clock_gettime clock_gettime64 clock_getres clock_getres_time64 gettimeofday time
    waitid kill tgkill pidfd_open setsid recvmsg
    getrandom restart_syscall pause rt_sigaction rt_sigprocmask rt_sigreturn sigreturn
    rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack
    landlock_restrict_self
    """
).split()

_HOSTILE = (
    """
    socketpair connect bind listen accept accept4 sendmsg sendmmsg
    ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd
    pidfd_send_signal kcmp mount umount2 pivot_root chroot fsopen fsmount move_mount
    open_tree setns unshare keyctl add_key request_key bpf perf_event_open
    io_uring_setup userfaultfd memfd_create memfd_secret execveat open_by_handle_at
    init_module finit_module delete_module kexec_load kexec_file_load reboot
    setuid setgid setreuid setregid setresuid setresgid setgroups capset
    setpgid iopl ioperm swapon swapoff acct settimeofday clock_settime
    """
).split()

_PRCTL = (1, 15, 16, 22)
"""PR_SET_PDEATHSIG, PR_SET_NAME, PR_GET_NAME, PR_SET_SECCOMP (which only adds)."""

_FCNTL = (
    *range(8),  # F_DUPFD to F_SETLKW; F_SETOWN is 8, and sends signals to strangers
    *(36, 37, 38),  # locks of open files
    *range(1030, 1033),  # F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ
)
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX: none changes a device."""

_NAMELESS = os.O_TMPFILE & ~os.O_DIRECTORY
"""The flag of open that makes a file without a name."""

_NEW_NAMESPACES = 0x7E020080
"""The flags of clone that make name spaces."""


_SOME = (
    ("prlimit64", 0, (0,)),  # itself
    ("prctl", 0, _PRCTL),
    ("fcntl", 1, _FCNTL),
    ("fcntl64", 1, _FCNTL),
    ("ioctl", 1, _IOCTL),
)
"""Calls with the values that their argument of that place may have."""

_OWN = 0x2FEDCBA9
"""Stands in a compiled filter for the number of the process that will load it."""

_SET_SECCOMP, _MODE_FILTER = 22, 2  # <linux/prctl.h>, <linux/seccomp.h>
_STEP = 8  # bytes of one instruction


class _Program(ctypes.Structure):
    _fields_ = (("steps", ctypes.c_ushort), ("code", ctypes.c_char_p))


class Filters(Struct, frozen=True):
    """The programs for the kernel, one for the fork server, one for each reader."""

    server: bytes
    reader: bytes


def compile_filters() -> Filters | None:
    """Both filters; None where libseccomp is missing."""
    if seccomp is None:
        return None
    return Filters(_compiled(_server_rules()), _compiled(_reader_rules()))


def restrict(program: bytes) -> None:
    """Put this process, and all that it starts, under a filter, for good.

    Raises:
        OSError: the kernel refuses: it has no seccomp.
    """
    own = os.getpid().to_bytes(4, sys.byteorder)
    code = program.replace(_OWN.to_bytes(4, sys.byteorder), own)
    whole = ctypes.byref(_Program(len(code) // _STEP, code))
    checked(libc.prctl(_SET_SECCOMP, _MODE_FILTER, whole), "seccomp")


def _server_rules() -> "seccomp.SyscallFilter":
    rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
    for name in _FREE:
        rules.add_rule(seccomp.ALLOW, name)
    for name in _HOSTILE:
        rules.add_rule(seccomp.KILL_PROCESS, name)
    for name, place, values in _SOME:
        for value in values:
            same = seccomp.Arg(place, seccomp.EQ, value)
            rules.add_rule(seccomp.ALLOW, name, same)
    # Libraries ask for the names of users and machines, and go on without an answer.
    rules.add_rule(seccomp.ERRNO(errno.EPERM), "socket")
    old_spaces = seccomp.Arg(0, seccomp.MASKED_EQ, _NEW_NAMESPACES, 0)
    rules.add_rule(seccomp.ALLOW, "clone", old_spaces)
    return rules


def _reader_rules() -> "seccomp.SyscallFilter":
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    # With a limit of its own making a reader could end as if somebody had killed it.
    rules.add_rule(seccomp.ERRNO(errno.EPERM), "setrlimit")
    a_new_one = seccomp.Arg(2, seccomp.NE, 0)
    rules.add_rule(seccomp.ERRNO(errno.EPERM), "prlimit64", a_new_one)
    for name in ("pidfd_open", "setsid"):
        rules.add_rule(seccomp.KILL_PROCESS, name)
    # A file without a name takes room that nobody sees. So none loses its name while
    # the reader lives; what removes its own files is told that it did.
    for name in ("unlink", "unlinkat"):
        rules.add_rule(seccomp.ERRNO(0), name)
    for name, place in (("open", 1), ("openat", 2)):
        nameless = seccomp.Arg(place, seccomp.MASKED_EQ, _NAMELESS, _NAMELESS)
        rules.add_rule(seccomp.ERRNO(errno.EOPNOTSUPP), name, nameless)
    for name, place in (("kill", 1), ("tgkill", 2)):
        others = seccomp.Arg(0, seccomp.NE, _OWN)
        rules.add_rule(seccomp.ERRNO(errno.EPERM), name, others)
        for number in FROM_OUTSIDE:
            same = seccomp.Arg(place, seccomp.EQ, number)
            rules.add_rule(seccomp.ERRNO(errno.EPERM), name, same)
    return rules


def _compiled(rules: "seccomp.SyscallFilter") -> bytes:
    with open(os.memfd_create("filter"), "w+b") as file:  # noqa: PTH123 (has no path)
        rules.export_bpf(file)
        file.seek(0)
        return file.read()
