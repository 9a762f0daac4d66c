import subprocess

from tournaments import seeds

SECRET = "c0ffee" * 8


def test_the_commitment_is_the_sha_256_of_the_secret():
    sha = subprocess.run(["sha256sum"], input=SECRET.encode(), capture_output=True, check=True).stdout.split()[0]
    assert seeds.commitment(SECRET) == sha.decode()


def test_a_match_seed_is_the_hmac_of_its_key():
    # RFC 4231, test case 2
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert seeds.match_seed("Jefe", "what do ya want for nothing?") == expected


def test_every_match_has_a_seed_of_its_own():
    keys = [seeds.match_key(round, number) for round in range(1, 12) for number in range(1, 12)]
    assert len({seeds.match_seed(SECRET, key) for key in keys}) == len(set(keys)) == 121
