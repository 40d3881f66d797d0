"""The page's server as a process, and a real browser without a window."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SKIPPED = 77


class Server:
    """lanternfish-web on a free port; ends with the `with` block."""

    def __init__(self, build, *arguments, folder=None, keep='none'):
        self.process = subprocess.Popen([os.path.abspath(os.path.join(build, 'lanternfish-web')), '--port', '0', '--keep', keep, *arguments],
                                        stdout=subprocess.PIPE, text=True, cwd=folder)
        self.address = self.process.stdout.readline().strip()
        assert '#token=' in self.address, 'the server did not print its address'
        self.base, self.token = self.address.split('/#token=')
        self.port = int(self.base.rsplit(':', 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert (status := self.process.wait(20)) == 0, f'the server did not end in order: {status}'

    def get(self, path):
        with urllib.request.urlopen(self.base + path, timeout=20) as answer:
            return json.load(answer)

    def post(self, path, body=None, token=None):
        data = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data=data,
                                         headers={'X-Lanternfish-Token': self.token if token is None else token})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def status_of(self, path, body=None, token=None):
        try:
            self.post(path, body, token) if body is not None else self.get(path)
        except urllib.error.HTTPError as error:
            return error.code
        return 200

    def memory_mb(self):
        with open(f'/proc/{self.process.pid}/status') as file:
            return next(int(line.split()[1]) for line in file if line.startswith('VmRSS')) // 1024

    def children(self):
        return processes_below(self.process.pid)


def processes_below(pid):
    """At any depth."""
    parents = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{name}/stat') as file:
                fields = file.read().rsplit(')', 1)[1].split()
            if fields[0] != 'Z':
                parents[int(name)] = int(fields[1])
        except OSError:
            pass
    found = [pid]
    for above in found:
        found += [child for child, parent in parents.items() if parent == above]
    return found[1:]


def wait_for(what, seconds=30, every=0.05):
    """The first true value of what(), or a failure."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = what()
        if value:
            return value
        time.sleep(every)
    raise AssertionError(f'nothing came of it in {seconds} s')


def open_browser(width=1280, height=900, dark=False):
    """Chromium with a fresh profile; ends this program with SKIPPED where there is none."""
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        print('python3-selenium is not installed')
        sys.exit(SKIPPED)
    chromium, driver = shutil.which('chromium'), shutil.which('chromedriver')
    if not chromium or not driver:
        print('chromium or chromium-driver is not installed')
        sys.exit(SKIPPED)
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ('--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking '
                     '--disable-component-update --disable-sync').split():
        options.add_argument(argument)
    profile = tempfile.mkdtemp(prefix='lanternfish-browser-')
    options.add_argument(f'--user-data-dir={profile}')
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    browser = webdriver.Chrome(service=Service(driver), options=options)
    browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride',
                            {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False})
    browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {
        'features': [{'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}]})
    plain_quit = browser.quit

    def quit_and_clean():
        plain_quit()
        shutil.rmtree(profile, ignore_errors=True)
    browser.quit = quit_and_clean
    return browser


def errors_of(browser):
    """What the page that is open complained of in the browser's console since the last call, or one before it of the same
    server. A page of a server that ended may have asked once more."""
    here = browser.execute_script('return location.origin') + '/'
    messages = [entry['message'] for entry in browser.get_log('browser') if entry['level'] == 'SEVERE']
    return [message for message in messages if message.startswith(here) or not message.startswith('http://')]


def run(tests):
    """Runs functions one after another and ends the program."""
    failed = 0
    for test in tests:
        begun = time.monotonic()
        try:
            test()
            print(f'{test.__name__}: passed in {time.monotonic() - begun:.1f} s', flush=True)
        except Exception as error:  # pylint: disable=broad-except
            import traceback
            traceback.print_exc()
            print(f'{test.__name__}: FAILED: {error}', flush=True)
            failed += 1
    sys.exit(1 if failed else 0)
